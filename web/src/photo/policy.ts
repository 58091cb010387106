/**
 * Applies the rules to a reading: finds doubtful tiles that they settle, and tiles that may have been misread.
 *
 * The referee uses only the second part, which changes nothing: it shows what was read, because an illegal meld on the
 * photo may be the mistake that the players disagree about.
 */

import { JOKER, counts, type Tile, type TileSet } from '../rules';
import { copiesOf } from '../rules/piles';
import {
  allTiles,
  change,
  choose,
  known,
  meldOf,
  rowOf,
  type Found,
  type Option,
  type Row,
  type Seen,
} from './position';

/** A tile that was read as *from* and is another one if the meld on the photo is legal. */
export interface Change {
  readonly id: number;
  readonly from: Tile;
  readonly to: Tile;
}

/** How sure the rules must be to settle a doubtful tile. */
const SURE = 0.99;
/** The probability that a meld on the table is legal, before looking at the photo. */
const LEGAL = 0.8;
/** The most doubtful tiles in a row that is settled, because their readings are combined. */
const DOUBTS = 3;
/** A reading that is less likely than this is not considered. */
const LEAST = 0.005;

const isOpen = (tile: Seen): boolean => tile.doubtful && !tile.checked;

/**
 * Return the doubtful tiles that the rules settle: at most one in each meld of the table, and never as a joker. A
 * tile whose copies are all in use is not considered.
 *
 * A legal meld is compared with the original reading of the row. If the row is a mistake of the players, it
 * differs from a legal meld in one tile, which could be any other tile.
 */
export function settled(of: Found, set: TileSet): Change[] {
  const used = counts(known(allTiles(of)));
  return of.rows.flatMap((row) => {
    const settling = row.rack ? null : settledIn(row, set);
    if (!settling || (used.get(settling.to) ?? 0) >= copiesOf(set, settling.to)) return [];
    used.set(settling.to, (used.get(settling.to) ?? 0) + 1);
    return [settling];
  });
}

function settledIn({ tiles }: Row, set: TileSet): Change | null {
  const open = tiles.filter(isOpen);
  const read = known(tiles);
  if (!open.length || open.length > DOUBTS || read.length < tiles.length || meldOf(read, set)) return null;
  const others = set.numbers * set.colours;
  let legal = 0;
  let best: { weight: number; changed: readonly Change[] } = { weight: 0, changed: [] };
  for (const way of combined(open)) {
    const faces = tiles.map((each) => way.get(each.id)?.tile ?? each.tile!);
    if (!meldOf(faces, set)) continue;
    const weight = LEGAL * [...way.values()].reduce((product, { probability }) => product * probability, 1);
    legal += weight;
    const changed = open.flatMap(({ id, tile }) => {
      const to = way.get(id)!.tile;
      return to === tile ? [] : [{ id, from: tile!, to }];
    });
    if (weight > best.weight) best = { weight, changed };
  }
  const asRead = open.reduce((product, { options }) => product * (options[0]?.probability ?? 0), 1);
  const mistake = ((1 - LEGAL) * asRead) / (tiles.length * others);
  const [only] = best.changed;
  if (best.changed.length !== 1 || !only || only.to === JOKER) return null;
  return best.weight / (legal + mistake) >= SURE ? only : null;
}

/** Return every combination of readings of some tiles. */
function combined(tiles: readonly Seen[]): ReadonlyMap<number, Option>[] {
  let ways: ReadonlyMap<number, Option>[] = [new Map()];
  for (const { id, options } of tiles) {
    const likely = options.filter(({ probability }) => probability >= LEAST);
    ways = ways.flatMap((way) => likely.map((option) => new Map([...way, [id, option]])));
  }
  return ways;
}

/** Apply changes. The tiles stay doubtful, because the user has not confirmed them. */
export const withChanges = (of: Found, changes: readonly Change[]): Found =>
  changes.reduce((now, { id, to }) => change(now, id, (each) => [{ ...each, tile: to }]), of);

/** A tile that may have been misread, and what it may be instead. */
export interface Misreading {
  readonly id: number;
  readonly to: Tile;
  readonly probability: number;
  /** True if nothing else is wrong then. */
  readonly mends: boolean;
}

/**
 * Return the likeliest misreading that would put something right, or null. *isWrong* judges a row, and *others*
 * counts all other mistakes in a position. Tiles that the user has confirmed were not misread.
 */
export function misreading(
  of: Found,
  isWrong: (row: Row) => boolean,
  others: (of: Found) => number = () => 0,
): Misreading | null {
  const wrong = of.rows.map((row) => Number(isWrong(row)));
  const rows = wrong.reduce((sum, each) => sum + each, 0);
  const before = rows + others(of);
  if (!before) return null;
  const ways = allTiles(of)
    .filter(({ checked }) => !checked)
    .flatMap(({ id, tile, options }) =>
      options
        .filter((option) => option.tile !== tile && option.probability >= LEAST)
        .map((option) => ({ id, to: option.tile, probability: option.probability })),
    )
    .sort((a, b) => b.probability - a.probability);
  let better: Misreading | null = null;
  for (const way of ways) {
    const row = rowOf(of, way.id);
    const changed = choose(of, way.id, way.to);
    const after = rows - wrong[row]! + Number(isWrong(changed.rows[row]!)) + others(changed);
    if (after === 0) return { ...way, mends: true };
    if (after < before) better ??= { ...way, mends: false };
  }
  return better;
}
