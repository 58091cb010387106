/**
 * Judges the user's moves in a lesson. These pure functions decide from the widget's state whether the goal has been
 * reached, and choose the reply to a mistake.
 */

import {
  JOKER,
  jokersOf,
  numberedOf,
  readTiles,
  readings,
  sorted,
  tileText,
  tilesText,
  without,
  type Fact,
  type Meld,
  type Tile,
  type TileSet,
} from '../rules';
import { meldsOf, type Position, type Step, type Try } from './course';

/** The current state of the widget while a position is being solved. */
export interface BoardState {
  readonly set: TileSet;
  /** The melds at the start of the position, and all piles that are now on the table. */
  readonly before: readonly Meld[];
  readonly piles: readonly (readonly Tile[])[];
  readonly placed: readonly Tile[];
  readonly rack: readonly Tile[];
  readonly facts: readonly Fact[];
  /** The steps taken so far, such as `draw`, `draw discard` or `discard k5`. Laying tiles is not included. */
  readonly did: readonly Step[];
}

/** A reply to a mistake: a message key, and the tiles or points mentioned in the message. */
export interface Nudge {
  readonly say: string;
  readonly tiles?: readonly Tile[];
  readonly flaw?: string;
  readonly have?: number;
  readonly want?: number;
}

const wanted = (position: Position, set: TileSet): Tile[] => readTiles(position.goal.lay ?? '', set);

/** Return whether the user has solved the position. */
export function isSolved(position: Position, now: BoardState, onlyAdds: boolean): boolean {
  const { goal } = position;
  if (now.facts.length || (onlyAdds && taken(now))) return false;
  if (without(wanted(position, now.set), now.placed).length) return false;
  if (goal.did && !now.did.some((step) => step.split(' ')[0] === goal.did)) return false;
  return goal.left === undefined || now.rack.length === goal.left;
}

/** Return whether a numbered tile was taken from a meld that was on the table at the start. */
const taken = ({ before, piles }: BoardState): boolean =>
  before.some((meld) => !piles.some((pile) => without(numberedOf(meld), pile).length === 0));

/** Return the reply to a mistake on the table, or null if there is no mistake. */
export function nudgeOf(position: Position, now: BoardState, onlyAdds: boolean): Nudge | null {
  const known = position.tries.find((each) => each.try.startsWith('table') && isOnTable(each, now));
  if (known && known.say !== 'lesson_hint.points') return { say: known.say };
  if (onlyAdds && taken(now)) return { say: 'lesson_hint.added' };
  return factNudge(position, now);
}

/** Return whether all the piles that make up a mistake are on the table. */
function isOnTable({ try: step }: Try, { before, piles, set }: BoardState): boolean {
  const old = before.map((meld) => key(bareTiles(meld)));
  const made = meldsOf(step)
    .map((meld) => key(bare(meld, set)))
    .filter((pile) => !old.includes(pile));
  const now = piles.map(key);
  return made.every((pile) => now.includes(pile));
}

/**
 * If picking these tiles is a known mistake, either by themselves or together with the meld that they would extend,
 * return the reply to it. Otherwise return null.
 */
export function nudgeOfPicked(
  position: Position,
  { before, set }: BoardState,
  picked: readonly Tile[],
): Nudge | null {
  const made = (each: Try): Tile[][] =>
    each.legal || !each.try.startsWith('table') ? [] : meldsOf(each.try).map((meld) => bare(meld, set));
  const wrong = (pile: readonly Tile[]): boolean => {
    if (key(pile) === key(picked)) return readings(pile, set).length === 0;
    const grown = before.map(bareTiles).find((old) => without(old, pile).length === 0);
    const added = grown ? without(pile, grown) : [];
    const others = without(picked, added);
    const whole = added.length > 0 && without(added, picked).length === 0;
    return whole && others.length > 0 && without(others, grown!).length === 0;
  };
  const found = position.tries.find((each) => each.say !== 'lesson_hint.points' && made(each).some(wrong));
  return found ? { say: found.say } : null;
}

/** Return whether these tiles can never be in one meld because they fit neither a group nor a run. */
export function cannotMeld(tiles: readonly Tile[]): boolean {
  const faces = tiles.filter((tile) => tile !== JOKER).map((tile) => tileText(tile));
  const [colours, numbers] = [faces.map((face) => face[0]), faces.map((face) => face.slice(1))];
  const distinct = (words: readonly unknown[]): boolean => new Set(words).size === words.length;
  const group = new Set(numbers).size <= 1 && distinct(colours);
  const run = new Set(colours).size <= 1 && distinct(numbers);
  return !group && !run;
}

const key = (tiles: readonly Tile[]): string => tilesText(sorted(tiles));
const bare = (meld: string, set: TileSet): Tile[] => readTiles(meld.replace(/\*\S+/g, '*'), set);
/** Return the tiles in a meld. Jokers come last and do not represent tiles. */
const bareTiles = (meld: Meld): Tile[] => [...numberedOf(meld), ...Array<Tile>(jokersOf(meld)).fill(JOKER)];

function factNudge(position: Position, now: BoardState): Nudge | null {
  const { facts, piles } = now;
  for (const fact of facts) {
    if ('was' in fact) {
      return { say: 'lesson_hint.locked', tiles: bareTiles(fact.was) };
    }
    const tiles = fact.code === 'invalid_meld' ? piles[fact.meld]! : [];
    if (fact.code === 'invalid_meld' && tiles.length > 2)
      return { say: 'lesson_hint.flaw', tiles, flaw: fact.flaw };
    if (tiles.length && tiles.length < 3 && !onTheWay(position, now, tiles))
      return { say: 'lesson_hint.short', tiles };
    if (fact.code === 'initial_meld_too_low' && fact.points > 0) {
      return { say: 'lesson_hint.points', have: fact.points, want: fact.wanted };
    }
  }
  return null;
}

/** Return whether these tiles form a meld in the solution, with or without tiles already on the table. */
function onTheWay({ show }: Position, { set, rack, placed }: BoardState, few: readonly Tile[]): boolean {
  const piles = show
    .filter((step) => step.startsWith('table'))
    .flatMap((step) => meldsOf(step).map((meld) => bare(meld, set)));
  return piles.some(
    (pile) =>
      !without(few, pile).length &&
      (pile.length === few.length || without(without(pile, few), [...rack, ...placed]).length > 0),
  );
}

/** Return the reply to a user who presses Done before the position is solved. */
export function missing(position: Position, now: BoardState): Nudge {
  const { goal, phase } = position;
  if (phase === 'draw' && !now.did.length) return { say: 'lesson_hint.draw' };
  const short = now.piles.find((pile, n) =>
    now.facts.some((fact) => fact.code === 'invalid_meld' && fact.meld === n && pile.length < 3),
  );
  if (short) return { say: 'lesson_hint.short', tiles: short };
  const left = without(wanted(position, now.set), now.placed);
  if (left.length && left.length < wanted(position, now.set).length)
    return { say: 'lesson_hint.left', tiles: left };
  if (!left.length && (goal.did === 'discard' || goal.did === 'declare')) return { say: 'lesson_hint.discard' };
  return { say: 'lesson_hint.none' };
}

/** Return the reply to a step if the step is a mistake, or null if it belongs to the solution. */
export function replyTo(position: Position, step: Step, did: readonly Step[]): Try | null {
  const found = position.tries.find((each) => each.try === step && (each.after ?? 0) <= did.length);
  if (found) return found;
  // the reply is the same for every other tile in this closed hand, because they all have duplicates
  const declares = step.startsWith('declare') && !position.show.includes(step);
  return (declares && position.tries.find((each) => each.try.startsWith('declare'))) || null;
}
