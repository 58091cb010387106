/** Finds certain errors on a table, or in the play that leads from one table to another. */

import { without, type Tile, type TileSet } from '../../rules';
import { isMeld, known, unread, type Found, type Row } from '../position';

/** Return the tiles on the table, or on the rack. */
export const tilesOn = ({ rows }: Found, rack: boolean): Tile[] =>
  rows.filter((row) => row.rack === rack).flatMap(({ tiles }) => known(tiles));

/** Return whether a row is a pile on the table that is certainly not a meld, because all its tiles have been read. */
export const isWrong = (row: Row, set: TileSet): boolean =>
  !row.rack && !unread([row]).length && !isMeld(row, set);

/** Return the number of piles on the table that are not melds. */
export const wrongOn = ({ rows }: Found, set: TileSet): number => rows.filter((row) => isWrong(row, set)).length;

/** The tiles that were added to a table, and those that are missing from it. */
export interface Difference {
  readonly came: readonly Tile[];
  readonly missing: readonly Tile[];
}

export const difference = (before: Found, after: Found): Difference => ({
  came: without(tilesOn(after, false), tilesOn(before, false)),
  missing: without(tilesOn(before, false), tilesOn(after, false)),
});

/** Count the tiles that left the table, or came from neither table nor rack. The rack may not be on the photo. */
export function strayTiles(before: Found, after: Found): number {
  const { came, missing } = difference(before, after);
  const rack = tilesOn(before, true);
  return missing.length + (rack.length ? without(came, rack).length : 0);
}
