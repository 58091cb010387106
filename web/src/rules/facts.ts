/**
 * Checks a draft while the player builds it. Finds jokers that may not leave, invalid melds, missing opening
 * points, and missing table tiles. Each of these errors ("facts") is certain, but there may be more: only the
 * server can decide whether a draft is legal.
 */

import { brokenLocks, changedJokers, replacements } from './jokers';
import { replacingOf, type JokerLaw, type Replacing } from './locks';
import { flawOf, jokersOf, numberedOf, tilesOf, type Flaw, type Meld } from './melds';
import { JOKER, isNumbered, numberOf, sorted, without, type Tile } from './tiles';

/** The rules needed to find errors, and the number of points that the player still needs to open. */
export interface Law extends JokerLaw {
  /** The number of points that the player still needs to open, or null if the player has opened. */
  readonly opening: { readonly points: number; readonly jokers: boolean } | null;
  /** True if tiles may be added to melds on the table, but these melds may not be split or combined. */
  readonly onlyAdds?: boolean;
}

/** A pile on the table. `meld` is the meld its tiles form, or null; `own` is true for each tile placed this turn. */
export interface Laid {
  readonly tiles: readonly Tile[];
  readonly meld: Meld | null;
  readonly own: readonly boolean[];
}

/** An error in a draft: the code that the server would use to refuse the draft, and the parameters of this code. */
export type Fact =
  | { readonly code: 'invalid_meld'; readonly meld: number; readonly flaw: Flaw }
  | { readonly code: 'initial_meld_too_low'; readonly points: number; readonly wanted: number }
  | {
      readonly code: 'joker_locked' | 'joker_not_replaced' | 'joker_changed';
      readonly was: Meld;
      readonly replacing: Replacing;
    }
  | { readonly code: 'table_tile_missing'; readonly tiles: readonly Tile[] };

/**
 * Return all errors that are found on the table *after*. *before* is the table at the start of the turn. Errors about
 * jokers come first, because other errors are usual while the player rearranges the table.
 */
export function facts(before: readonly Meld[], after: readonly Laid[], law: Law): Fact[] {
  const found: Fact[] = jokerFacts(before, after, law);
  after.forEach((laid, meld) => {
    if (!laid.meld) found.push({ code: 'invalid_meld', meld, flaw: flawOf(laid.tiles) });
  });
  const placed = after.some((laid) => laid.own.includes(true));
  if (law.opening && placed) {
    const points = openingPoints(after, law.opening.jokers);
    const wanted = law.opening.points;
    if (points < wanted) found.push({ code: 'initial_meld_too_low', points, wanted });
  }
  const tiles = missingTiles(before, after);
  if (tiles.length) found.push({ code: 'table_tile_missing', tiles });
  return found;
}

/** Return only the errors about jokers. */
export function jokerFacts(before: readonly Meld[], after: readonly Laid[], law: Law): Fact[] {
  const locked = law.jokerMelds === 'locked';
  const broken = (by: Law): Meld[] => {
    const supply = replacing(after, by);
    return locked
      ? brokenLocks(before, standing(before, after, by), supply, by)
      : changedJokers(before, after, supply, by);
  };
  const anyhow = broken({ ...law, replaceFrom: 'any', groupOfThree: 'any' });
  const code = locked ? 'joker_locked' : 'joker_changed';
  return broken(law).map((was) => ({
    code: anyhow.includes(was) ? code : 'joker_not_replaced',
    was,
    replacing: replacingOf(law),
  }));
}

/** Return all melds, and those contained in piles that are not melds yet. */
function standing(before: readonly Meld[], after: readonly Laid[], law: Law): Meld[] {
  const unfinished = after.filter(({ meld }) => !meld);
  const within = before
    .flatMap((was) => (jokersOf(was) ? replacements(was, law) : []))
    .flatMap(([, now]) => (unfinished.some(({ tiles }) => !without(tilesOf(now), tiles).length) ? [now] : []));
  return [...after.flatMap(({ meld }) => meld ?? []), ...within];
}

/**
 * Return the points that count towards the opening. In each meld, only tiles placed this turn count, and only if they
 * form a meld by themselves.
 */
export function openingPoints(after: readonly Laid[], jokers: boolean): number {
  return after.reduce((sum, laid) => sum + ownPoints(laid, jokers), 0);
}

function ownPoints({ tiles, meld, own }: Laid, jokers: boolean): number {
  const first = own.indexOf(true);
  const last = own.lastIndexOf(true);
  const many = own.filter(Boolean).length;
  if (!meld || many < 3 || (!jokers && tiles.some((tile, i) => own[i] && !isNumbered(tile)))) return 0;
  if (meld.kind === 'group') return many * numberOf(meld.numbered[0]!);
  if (last - first + 1 !== many) return 0;
  return meld.faces.slice(first, last + 1).reduce((sum, face) => sum + numberOf(face), 0);
}

function missingTiles(before: readonly Meld[], after: readonly Laid[]): Tile[] {
  const was = before.flatMap((meld) => [...numberedOf(meld), ...jokers(jokersOf(meld))]);
  return sorted(
    without(
      was,
      after.flatMap((laid) => laid.tiles),
    ),
  );
}

/**
 * Return the numbered tiles that may replace jokers: the tiles placed this turn and, if the rules allow it, tiles from
 * the table.
 */
const replacing = (after: readonly Laid[], law: Law): Tile[] =>
  after.flatMap(({ tiles, own }) =>
    tiles.filter((tile, i) => isNumbered(tile) && (own[i] || law.replaceFrom === 'any')),
  );

const jokers = (many: number): Tile[] => Array<Tile>(many).fill(JOKER);
