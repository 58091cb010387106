/**
 * Checks a draft while the player builds it. Finds invalid melds, missing opening points, broken locked melds, and
 * missing table tiles. Each of these errors ("facts") is certain, but there may be others: only the server can decide
 * whether a draft is legal.
 */

import { brokenLocks } from './jokers';
import type { JokerLaw } from './locks';
import { flawOf, jokersOf, numberedOf, type Flaw, type Meld } from './melds';
import { JOKER, isNumbered, numberOf, sorted, without, type Tile } from './tiles';

/** The rules needed to find errors, and the number of points that the player still needs to open. */
export interface Law extends JokerLaw {
  /** The number of points that the player still needs to open, or null if the player has opened. */
  readonly opening: { readonly points: number; readonly jokers: boolean } | null;
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
  | { readonly code: 'joker_locked'; readonly was: Meld }
  | { readonly code: 'table_tile_missing'; readonly tiles: readonly Tile[] };

/** Return all errors that are found on the table *after*. *before* is the table at the start of the turn. */
export function facts(before: readonly Meld[], after: readonly Laid[], law: Law): Fact[] {
  const found: Fact[] = [];
  after.forEach((laid, meld) => {
    if (!laid.meld) found.push({ code: 'invalid_meld', meld, flaw: flawOf(laid.tiles) });
  });
  const placed = after.some((laid) => laid.own.includes(true));
  if (law.opening && placed) {
    const points = openingPoints(after, law.opening.jokers);
    const wanted = law.opening.points;
    if (points < wanted) found.push({ code: 'initial_meld_too_low', points, wanted });
  }
  const melds = after.flatMap(({ meld }) => meld ?? []);
  for (const was of brokenLocks(before, melds, replacing(after, law), law))
    found.push({ code: 'joker_locked', was });
  const tiles = missingTiles(before, after);
  if (tiles.length) found.push({ code: 'table_tile_missing', tiles });
  return found;
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
