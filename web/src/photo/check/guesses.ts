/** Finds the two tiles that are offered first where a tile was read or missed. */

import { counts, tilesOf, type Tile, type TileSet } from '../../rules';
import { copiesOf, tileKinds } from '../../rules/piles';
import { allTiles, known, meldOf, type Found, type Gap, type Seen } from '../position';

/** Return the two best readings of a tile. */
export const bestOf = ({ options }: Seen): Tile[] => options.slice(0, 2).map(({ tile }) => tile);

/**
 * Return up to two tiles that would make a row with a missed tile legal. Only tiles that the set has left count.
 */
export function fitting(of: Found, { row, at }: Gap, set: TileSet): Tile[] {
  const tiles = known(of.rows[row]?.tiles ?? []);
  const used = counts(known(allTiles(of)));
  return tileKinds(set)
    .flat()
    .filter((tile) => (used.get(tile) ?? 0) < copiesOf(set, tile))
    .filter((tile) => isInOrder(tiles.toSpliced(at, 0, tile), set))
    .slice(0, 2);
}

/** Return whether these tiles form a group, or a run in this order or its reverse. */
function isInOrder(tiles: readonly Tile[], set: TileSet): boolean {
  const meld = meldOf(tiles, set);
  const order = meld ? tilesOf(meld).join() : '';
  return meld !== null && (meld.kind === 'group' || [tiles.join(), [...tiles].reverse().join()].includes(order));
}
