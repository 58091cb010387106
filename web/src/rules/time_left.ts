/** The arithmetic of the time that a turn uses, which the table needs before its first tile is shown. */

/** The remaining time of a turn, in milliseconds. */
export interface TimeLeft {
  /** The rest of the turn's fixed time. */
  readonly left: number;
  /** The rest of the player's reserve. */
  readonly reserve: number;
}

/** Return the time left after *used* ms of a turn with this fixed time, which began with this reserve. */
export const timeLeft = (turn: number, reserve: number, used: number): TimeLeft => ({
  left: Math.max(0, turn - used),
  reserve: Math.max(0, reserve + Math.min(0, turn - used)),
});
