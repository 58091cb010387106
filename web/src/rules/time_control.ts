/** Time controls: the limits of a turn, and the arithmetic of the time that a turn uses. */

/** A time control. All times are in milliseconds. */
export interface TimeControl {
  /** The fixed time of every turn, or null if there is none. */
  readonly turn_ms: number | null;
  /** The time for the whole match that runs once the fixed time of a turn is used up. */
  readonly reserve_ms: number;
  /** The time added to the reserve after every turn. */
  readonly increment_ms: number;
  /** The Bronstein delay: the reserve that a turn used is given back after it, up to this time. */
  readonly bronstein_ms: number;
  /** True if a turn continues after its time has run out. */
  readonly warns_only: boolean;
}

export const UNTIMED: TimeControl = {
  turn_ms: null,
  reserve_ms: 0,
  increment_ms: 0,
  bronstein_ms: 0,
  warns_only: false,
};

/** Return whether a time control limits turns. */
export const isTimed = ({ turn_ms, reserve_ms }: TimeControl): boolean => turn_ms !== null || reserve_ms > 0;

/** The time of a turn that remains, in milliseconds. */
export interface TimeLeft {
  /** The rest of the turn's fixed time. */
  readonly left: number;
  /** The rest of the player's reserve. */
  readonly reserve: number;
  /** How long ago both ran out. */
  readonly over: number;
}

/** Return the time left after *used* ms of a turn that began with this *reserve*. An untimed turn is never over. */
export function timeLeft(control: TimeControl, reserve: number, used: number): TimeLeft {
  if (!isTimed(control)) return { left: 0, reserve, over: 0 };
  const left = (control.turn_ms ?? 0) - used;
  const rest = reserve + Math.min(0, left);
  return { left: Math.max(0, left), reserve: Math.max(0, rest), over: Math.max(0, -rest) };
}

/** Return the reserve with which the player's next turn begins. */
export function nextReserve(control: TimeControl, reserve: number, used: number): number {
  const rest = timeLeft(control, reserve, used).reserve;
  return rest + Math.min(control.bronstein_ms, reserve - rest) + control.increment_ms;
}
