/** The puzzle of the day. */

export interface Puzzle {
  /** The tiles of the rack, in notation. */
  readonly rack: readonly string[];
  readonly href: string;
}

/** Today's puzzle, or null: nobody makes puzzles yet, and the front page shows no card for one. */
export const todaysPuzzle = (): Puzzle | null => null;
