/** Computes the time left in the turn, which the server sends only now and then. Only the server can end a turn. */

import type { ClockView } from '../../net/types';
import { timeLeft } from '../../rules/time_left';

export interface Reading {
  /** Milliseconds left in the turn, or null if there is no time limit. */
  left: number | null;
  /** Milliseconds left in the time bank of the player whose turn it is. */
  reserve: number;
  /** The fraction of the turn's time that is left: 1 at the start, 0 at the end. */
  part: number;
  /** True if little time is left, including the time bank. */
  low: boolean;
  running: boolean;
}

const LOW = 10_000;

/** Return the clock's reading *since* milliseconds after the server's message has arrived. */
export function reading(clock: ClockView, mover: number, since: number): Reading {
  const passed = clock.running ? Math.max(0, since) : 0;
  const reserve = clock.reserve_ms[mover] ?? 0;
  if (clock.left_ms === null) {
    return { left: null, reserve, part: 1, low: false, running: clock.running };
  }
  const rest = timeLeft(clock.left_ms, reserve, passed);
  const whole = clock.turn_ms ?? clock.left_ms;
  return {
    ...rest,
    part: whole > 0 ? Math.min(1, rest.left / whole) : 0,
    low: !clock.by_days && rest.left + rest.reserve < LOW,
    running: clock.running,
  };
}

/** Format a time in milliseconds, such as 0:45, 2:05 or 1:02:03. */
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
 * Return the number of seconds left if a warning about it is due now, otherwise null. The warning at 20 seconds, for
 * example, is skipped if the entire turn lasts 20 seconds or less.
 */
export function warning({ left, reserve, running }: Reading, whole: number | null): number | null {
  if (left === null || !running) return null;
  const rest = left + reserve;
  const mark = WARNINGS.findLast((each) => rest <= each && rest > each - MISSED);
  return mark && mark < (whole ?? Infinity) ? mark / 1000 : null;
}
