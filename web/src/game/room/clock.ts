/** Computes the turn clock between two messages from the server. Only the server decides when time is up. */

import type { ClockView } from '../../net/types';

export interface Reading {
  /** Milliseconds left in the turn, or null if there is no limit. */
  left: number | null;
  /** Milliseconds left in the time bank of the seat to move. */
  reserve: number;
  /** The fraction of the turn's time that is left, falling from 1 to 0. */
  part: number;
  /** True if only the time bank is left, or little time in total. */
  low: boolean;
  running: boolean;
}

const LOW = 10_000;

/** The reading of the clock *since* milliseconds after the message arrived. */
export function reading(clock: ClockView, mover: number, since: number): Reading {
  const passed = clock.running ? Math.max(0, since) : 0;
  const reserve = clock.reserve_ms[mover] ?? 0;
  if (clock.left_ms === null) {
    return { left: null, reserve, part: 1, low: false, running: clock.running };
  }
  const over = Math.max(0, passed - clock.left_ms);
  const left = Math.max(0, clock.left_ms - passed);
  const reserveLeft = Math.max(0, reserve - over);
  const whole = clock.turn_ms ?? clock.left_ms;
  return {
    left,
    reserve: reserveLeft,
    part: whole > 0 ? Math.min(1, left / whole) : 0,
    low: !clock.by_days && left + reserveLeft < LOW,
    running: clock.running,
  };
}

/** Format a time as 0:45, 2:05 or 1:02:03. */
export function minutes(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  const text = parts.map((n) => String(n).padStart(2, '0')).join(':');
  return hours ? `${hours}:${text}` : text.replace(/^0/, '');
}

const WARNINGS = [60_000, 20_000, 5_000];
const MISSED = 2_000; // warnings that are overdue by more than this are skipped, in milliseconds

/**
 * The warning that is due now, given by its number of seconds left. Null if none is due, or if the
 * turn started with less time than that.
 */
export function warning({ left, reserve, running }: Reading, whole: number | null): number | null {
  if (left === null || !running) return null;
  const rest = left + reserve;
  const mark = WARNINGS.findLast((each) => rest <= each && rest > each - MISSED);
  return mark && mark < (whole ?? Infinity) ? mark / 1000 : null;
}
