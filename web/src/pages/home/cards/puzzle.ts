/** The puzzle of the day. */

import type { Puzzle } from '../../../puzzles/puzzle';

/** Today's puzzle, or null where it cannot be loaded. */
export async function todaysPuzzle(): Promise<Puzzle | null> {
  try {
    const { dailyPlace, dateOf } = await import('../../../puzzles/daily');
    const { loadSet, puzzleAt } = await import('../../../puzzles/set');
    return await puzzleAt(dailyPlace(await loadSet(), dateOf(Date.now())));
  } catch {
    return null;
  }
}
