/**
 * What is told while a turn is being built: an invalid meld, missing opening points, a locked meld
 * broken, a table tile missing. Each fact is certain; the server alone knows whether the rest holds.
 */

import { flawOf, jokersOf, missingOf, naturalsOf, pointsOf, type Flaw, type Meld } from './melds';
import { JOKER, isNumbered, numberOf, sorted, without, type Tile, type TileSet } from './tiles';

/** What the live facts need to know of a ruleset and of the one who plays. */
export interface Law {
  readonly tiles: TileSet;
  /** The points still wanted of the first melds, or null for whoever has opened. */
  readonly opening: { readonly points: number; readonly jokers: boolean } | null;
  readonly jokerMelds: 'locked' | 'open' | 'free';
  readonly replaceFrom: 'rack' | 'any';
  readonly groupOfThree: 'any' | 'all';
}

/** Tiles that lie together: `meld` is what they are, `own` which of them were placed this turn. */
export interface Laid {
  readonly tiles: readonly Tile[];
  readonly meld: Meld | null;
  readonly own: readonly boolean[];
}

/** A fact, as the code that the server would refuse with and its parameters. */
export type Fact =
  | { readonly code: 'invalid_meld'; readonly meld: number; readonly flaw: Flaw }
  | { readonly code: 'initial_meld_too_low'; readonly points: number; readonly wanted: number }
  | { readonly code: 'joker_locked'; readonly was: Meld }
  | { readonly code: 'table_tile_missing'; readonly tiles: readonly Tile[] };

/** Every fact about the table *after*, which was *before* when the turn began. */
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
  found.push(...brokenLocks(before, after, law));
  const tiles = missingTiles(before, after);
  if (tiles.length) found.push({ code: 'table_tile_missing', tiles });
  return found;
}

/** The points of the melds made of placed tiles; what a meld got afterwards does not count. */
export function openingPoints(after: readonly Laid[], jokers: boolean): number {
  return after.reduce((sum, laid) => sum + ownPoints(laid, jokers), 0);
}

function ownPoints({ tiles, meld, own }: Laid, jokers: boolean): number {
  const first = own.indexOf(true);
  const last = own.lastIndexOf(true);
  const many = own.filter(Boolean).length;
  if (!meld || many < 3 || (!jokers && tiles.some((tile, i) => own[i] && !isNumbered(tile)))) return 0;
  if (meld.kind === 'group') return many * numberOf(meld.naturals[0]!);
  if (last - first + 1 !== many) return 0;
  return meld.faces.slice(first, last + 1).reduce((sum, face) => sum + numberOf(face), 0);
}

function missingTiles(before: readonly Meld[], after: readonly Laid[]): Tile[] {
  const was = before.flatMap((meld) => [...naturalsOf(meld), ...jokers(jokersOf(meld))]);
  return sorted(without(was, after.flatMap((laid) => laid.tiles)));
}

const jokers = (many: number): Tile[] => Array<Tile>(many).fill(JOKER);

/** Locked melds that are neither whole any more nor have had their jokers replaced. */
function brokenLocks(before: readonly Meld[], after: readonly Laid[], law: Law): Fact[] {
  if (law.jokerMelds !== 'locked') return [];
  const melds = after.flatMap(({ meld }) => meld ?? []);
  const supply = after.flatMap(({ tiles, own }) =>
    tiles.filter((tile, i) => isNumbered(tile) && (own[i] || law.replaceFrom === 'any')),
  );
  return before
    .filter((was) => jokersOf(was) > 0)
    .filter((was) => !became(was, law).some(([paid, now]) => {
      const payable = without(paid, supply).length === 0;
      return payable && (jokersOf(now) === 0 || melds.some((meld) => covers(meld, now)));
    }))
    .map((was) => ({ code: 'joker_locked', was }));
}

/** What a locked meld may have become: the tiles that replaced jokers, and the meld with them. */
function became(was: Meld, law: Law): [Tile[], Meld][] {
  if (was.kind === 'run') {
    return subsets(was.wild, was.wild.length).map((paid) => [
      paid,
      { ...was, wild: was.wild.filter((face) => !paid.includes(face)) },
    ]);
  }
  const missing = missingOf(was, law.tiles);
  const short = was.naturals.length + was.jokers < law.tiles.colours;
  const ways = subsets(missing, law.groupOfThree === 'all' && short ? missing.length : was.jokers);
  const allowed = law.groupOfThree === 'all' && short
    ? ways.filter((paid) => paid.length === 0 || paid.length === missing.length)
    : ways;
  return allowed.map((paid) => [
    paid,
    {
      kind: 'group',
      naturals: sorted([...was.naturals, ...paid]),
      jokers: Math.max(0, was.jokers - paid.length),
    },
  ]);
}

function subsets(tiles: readonly Tile[], most: number): Tile[][] {
  let found: Tile[][] = [[]];
  for (const tile of tiles) found = [...found, ...found.map((some) => [...some, tile])];
  return found.filter((some) => some.length <= most);
}

/** Whether *old* lies in *meld* whole and in its configuration. */
function covers(meld: Meld, old: Meld): boolean {
  if (meld.kind === 'run' && old.kind === 'run') {
    return old.faces.every(
      (face) => meld.faces.includes(face) && meld.wild.includes(face) === old.wild.includes(face),
    );
  }
  if (meld.kind !== 'group' || old.kind !== 'group') return false;
  const within = old.naturals.every((tile) => meld.naturals.includes(tile));
  return within && old.jokers <= meld.jokers;
}

/** Whether a meld may not be taken apart as it lies there. */
export const isLocked = (meld: Meld | null, law: Law): boolean =>
  law.jokerMelds === 'locked' && meld !== null && jokersOf(meld) > 0;

/** The points a table shows for a meld, or 0 for what is none. */
export const worth = (meld: Meld | null): number => (meld ? pointsOf(meld) : 0);
