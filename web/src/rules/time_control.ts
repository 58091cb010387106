/** Time controls: the limits of a turn, and the arithmetic of the time that a turn uses. */

import { timeLeft, type TimeLeft } from './time_left';

/** A time control. All times are in milliseconds. */
export interface TimeControl {
  /** The fixed time of every turn, or null. */
  readonly turn_ms: number | null;
  /** The time for the entire match that runs once the fixed time of a turn is used up. */
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

/** The maximum reserve that increments add up to, in milliseconds. */
const MAX_RESERVE = 24 * 3600 * 1000;

/** Return whether a time control limits turns. */
export const isTimed = ({ turn_ms, reserve_ms }: TimeControl): boolean => turn_ms !== null || reserve_ms > 0;

/** Return the time left after *used* ms of a turn that began with this reserve. An untimed turn uses none. */
export const timeLeftIn = (control: TimeControl, reserve: number, used: number): TimeLeft =>
  isTimed(control) ? timeLeft(control.turn_ms ?? 0, reserve, used) : { left: 0, reserve };

/** Return the player's reserve at the start of the next turn. */
export function nextReserve(control: TimeControl, reserve: number, used: number): number {
  const rest = timeLeftIn(control, reserve, used).reserve;
  return Math.min(rest + Math.min(control.bronstein_ms, reserve - rest) + control.increment_ms, MAX_RESERVE);
}
