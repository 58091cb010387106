/** The puzzle of the day. */

export interface Puzzle {
  /** The tiles of the rack, in notation. */
  readonly rack: readonly string[];
  /** Whether the goal is to go out. */
  readonly out: boolean;
  readonly href: string;
}

/** Today's puzzle, or null where it cannot be loaded. */
export async function todaysPuzzle(): Promise<Puzzle | null> {
  try {
    const { dailyPlace, dateOf } = await import('../../../puzzles/daily');
    const { loadSet, puzzleAt } = await import('../../../puzzles/set');
    const { goal, rack } = await puzzleAt(dailyPlace(await loadSet(), dateOf(Date.now())));
    return { rack: rack.split(' '), out: goal === 'out', href: '/puzzles' };
  } catch {
    return null;
  }
}
