/** Enters a rack that was counted on a photo in the score of an evening. */

import { begin, setLeft, type Counting, type Left } from '../../evening/evening';
import { unopenedBy } from '../../evening/count/steps';
import type { Sheet } from '../../evening/sheet.svelte';

/**
 * Return the seats whose racks this phone may enter: all if it is the scorekeeper, and otherwise its own, if any.
 */
export const ownSeats = (sheet: Sheet): readonly number[] =>
  sheet.keeps ? sheet.evening.players.map((_, seat) => seat) : sheet.seat === null ? [] : [sheet.seat];

/** Enter what is left on a player's rack, whether or not they had melded. Resolves to whether this succeeded. */
export async function enterCounted(sheet: Sheet, seat: number, left: Left): Promise<boolean> {
  // if never opening counts instead of a rack, the owner of counted tiles has opened
  const instead = unopenedBy(sheet.score?.tiles.asks ?? []) === 'instead';
  const opened = (counting: Counting | null): boolean => instead || (counting?.count.opened[seat] ?? true);
  if (!sheet.keeps) return sheet.enterRack(left, opened(sheet.evening.counting));
  await sheet.change((now) => {
    const counted = now.counting ? now : begin(now);
    return setLeft(counted, seat, left, opened(counted.counting));
  });
  return !sheet.unstored;
}
