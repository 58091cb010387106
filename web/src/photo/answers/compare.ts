/** Finds certain errors on a table, or in the play that leads from one table to another. */

import { without, type Tile, type TileSet } from '../../rules';
import { isMeld, type Found } from '../position';

/** Return the tiles on the table, or on the rack. */
export const tilesOn = ({ rows }: Found, rack: boolean): Tile[] =>
  rows.filter((row) => row.rack === rack).flatMap(({ tiles }) => tiles.flatMap(({ tile }) => tile ?? []));

/** Return the number of piles on the table that are not melds. */
export const wrongOn = ({ rows }: Found, set: TileSet): number =>
  rows.filter((row) => !row.rack && !isMeld(row, set)).length;

/** The tiles that were added to a table, and those that are missing from it. */
export interface Difference {
  readonly came: readonly Tile[];
  readonly missing: readonly Tile[];
}

export const difference = (before: Found, after: Found): Difference => ({
  came: without(tilesOn(after, false), tilesOn(before, false)),
  missing: without(tilesOn(before, false), tilesOn(after, false)),
});

/** Return the number of things that are certainly wrong with a play. The rack may not be on the photo. */
export function wrongBetween(before: Found, after: Found, set: TileSet): number {
  const { came, missing } = difference(before, after);
  const rack = tilesOn(before, true);
  const foreign = rack.length ? without(came, rack).length : 0;
  return wrongOn(before, set) + wrongOn(after, set) + missing.length + foreign;
}
