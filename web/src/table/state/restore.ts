/** A draft from before a reload, or one that a hint proposes. */

import { without, type Lay, type Tile } from '../../rules';
import { reset, type Draft, type Origin } from './draft';
import { dealt, laidTiles } from './deal';

/**
 * The draft with its piles as they were saved before a reload, or null where they do not fit the
 * deal any more: every tile of the table must be among them, the others must be on the rack.
 */
export function restored(draft: Draft, table: readonly Lay[]): Draft | null {
  const start = reset(draft);
  const from = (origin: string): Tile[] =>
    [...draft.pieces.values()].filter((p) => p.origin === origin).map((p) => p.tile);
  const laid = table.flatMap(laidTiles);
  if (without(from('table'), laid).length) return null;
  const zones = new Set([...draft.pieces.values()].map((p) => p.origin).filter(isZone));
  let more = without(laid, from('table'));
  const take = (origin: string): Tile[] => {
    const here = from(origin);
    const left = without(here, more);
    more = without(more, here);
    return left;
  };
  const rack = take('rack');
  const rest = Object.fromEntries([...zones].map((zone) => [zone.slice(5), take(zone)]));
  if (more.length) return null;
  const { piles, nextKey } = dealt(start, { set: draft.set, table, rack, zones: rest });
  return { ...draft, piles, nextKey };
}

const isZone = (origin: Origin): boolean => origin.startsWith('zone:');
