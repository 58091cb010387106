/** Words for the tiles of a photo. */

import { tileText, type Tile } from '../../rules';
import { t } from '../../text/messages.svelte';
import { tileWord, tilesShort } from '../../text/tiles';
import { known, type Found, type Mark, type Row, type Seen } from '../position';

export const nameOf = (tile: Tile | null): string =>
  tile === null ? t('photo.unread') : tileWord(tileText(tile));

/** Describe a tile, and why it is marked. */
export function labelOf({ tile }: Seen, mark: Mark | undefined): string {
  const name = nameOf(tile);
  return mark === 'doubt' || mark === 'copies' ? t(`photo.label.${mark}`, { tile: name }) : name;
}

/** List the tiles of a row. */
export const rowWords = ({ tiles }: Row): string => tilesShort(known(tiles).map(tileText));

/**
 * Describe how many tiles and melds are on the table, and how many tiles on the rack. If all are on the rack,
 * `table` is just their number.
 */
export function countWords({ rows }: Found): { table: string; rack: string } {
  const table = rows.filter(({ rack }) => !rack);
  const size = (some: readonly Row[]): number => some.reduce((sum, { tiles }) => sum + tiles.length, 0);
  const rack = size(rows) - size(table);
  if (rack && !table.length) return { table: t('photo.tiles', { n: rack }), rack: '' };
  return {
    table: t('photo.count', { n: table.length, tiles: t('photo.tiles', { n: size(table) }) }),
    rack: rack ? t('photo.count.rack', { n: rack }) : '',
  };
}
