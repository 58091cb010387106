/** Restores a draft that was saved before a reload, or lays a draft proposed by a hint. */

import { without, type Lay } from '../../rules';
import { reset, type Draft } from './draft';
import { dealt, laidTiles, leftOf, tilesFrom } from './deal';

/**
 * Return the draft with these piles, or null if they do not fit the deal. The piles must contain every tile on the
 * table, and any other tile in them must come from the rack or from a zone.
 */
export function restored(draft: Draft, table: readonly Lay[]): Draft | null {
  const [fixed, laid] = [tilesFrom(draft, 'table'), table.flatMap(laidTiles)];
  const zones = [...draft.pieces.values()].flatMap(({ origin }) =>
    origin.startsWith('zone:') ? origin.slice('zone:'.length) : [],
  );
  const { strange, ...left } = leftOf(draft, without(laid, fixed), [...new Set(zones)]);
  if (without(fixed, laid).length || strange.length) return null;
  const { piles, nextKey } = dealt(reset(draft), { set: draft.set, table, ...left });
  return { ...draft, piles, nextKey };
}
