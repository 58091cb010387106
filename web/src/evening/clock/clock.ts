/** The clock at a real table: whose turn it is, and everyone's remaining time. */

import { isTimed, nextReserve, timeLeftIn, type TimeControl } from '../../rules/time_control';

/** A turn: whose it is, everyone's reserve at its start, and how much time it has used while the clock was running. */
interface Turn {
  readonly mover: number;
  readonly reserves: readonly number[];
  /** Milliseconds used before the clock was last started. */
  readonly used: number;
}

/** A clock as a value. Times are in milliseconds, and instants are times of day, so that a clock survives a reload. */
export interface Clock extends Turn {
  readonly controls: readonly TimeControl[];
  /** When the clock was last started, or null while it is paused. */
  readonly since: number | null;
  /** The last turns, for going back to them, the latest one at the end. */
  readonly past: readonly Turn[];
}

/** The maximum number of turns to go back. */
const PAST = 12;

/** Return a paused clock with everyone's full time. */
export const newClock = (controls: readonly TimeControl[], mover = 0): Clock => ({
  controls,
  mover,
  reserves: controls.map(({ reserve_ms }) => reserve_ms),
  used: 0,
  since: null,
  past: [],
});

/** Return the time that the current turn has used. If the device's time is set back, no time passes. */
export const usedAt = ({ used, since }: Pick<Clock, 'used' | 'since'>, now: number): number =>
  used + (since === null ? 0 : Math.max(0, now - since));

export const isPaused = ({ since }: Clock): boolean => since === null;

/** Start a clock, or continue after a pause. */
export const started = (clock: Clock, now: number): Clock => (isPaused(clock) ? { ...clock, since: now } : clock);

export const paused = (clock: Clock, now: number): Clock => ({ ...clock, used: usedAt(clock, now), since: null });

/** The seat that is next, in a circle. */
export const nextSeat = ({ mover, controls }: Clock): number => (mover + 1) % controls.length;

/** End the turn, which credits increment and Bronstein delay, and begin the turn of *seat*. */
export function passed(clock: Clock, now: number, seat = nextSeat(clock)): Clock {
  const { mover, reserves, controls, past } = clock;
  const used = usedAt(clock, now);
  return {
    controls,
    mover: seat,
    reserves: reserves.with(mover, nextReserve(controls[mover]!, reserves[mover]!, used)),
    used: 0,
    since: now,
    past: [...past, { mover, reserves, used }].slice(-PAST),
  };
}

/**
 * Return to the turn before, with the time that it had left. A running clock continues, a paused one stays paused.
 */
export function wentBack(clock: Clock, now: number): Clock {
  const turn = clock.past.at(-1);
  if (!turn) return clock;
  return { ...clock, ...turn, since: isPaused(clock) ? null : now, past: clock.past.slice(0, -1) };
}

/**
 * Change the time controls during the evening. A reserve grows or shrinks by as much as its control does, and the
 * time that the current turn has used still counts.
 */
export function changed(clock: Clock, controls: readonly TimeControl[]): Clock {
  const reserves = clock.reserves.map((reserve, i) =>
    Math.max(0, reserve + controls[i]!.reserve_ms - clock.controls[i]!.reserve_ms),
  );
  return { ...clock, controls, reserves, past: [] };
}

/** The display of a seat. */
export interface Shown {
  /** The large time: the time that runs now or, before a turn, the one that will run first. */
  readonly ms: number;
  /** The time that runs: the turn's fixed time, the reserve, time beyond both, or the time used if there is no limit. */
  readonly runs: 'turn' | 'reserve' | 'over' | 'free';
  /** The reserve that follows the turn's fixed time, or null if it is used up. */
  readonly then: number | null;
  /** The fraction of the time that is left: of the fixed time, or of the reserve. */
  readonly part: number;
  /** True during the last ten seconds before the time runs out. */
  readonly low: boolean;
}

const LOW = 10_000;

/** Return the display of a seat at *now*. */
export function shownAt(clock: Clock, seat: number, now: number): Shown {
  const control = clock.controls[seat]!;
  const used = seat === clock.mover ? usedAt(clock, now) : 0;
  if (!isTimed(control)) return { ms: used, runs: 'free', then: null, part: 1, low: false };
  const { left, reserve } = timeLeftIn(control, clock.reserves[seat]!, used);
  const low = left + reserve <= LOW && left + reserve > 0 && seat === clock.mover;
  if (left > 0) {
    return { ms: left, runs: 'turn', then: reserve || null, part: left / control.turn_ms!, low };
  }
  if (reserve === 0) {
    const over = Math.max(0, used - (control.turn_ms ?? 0) - clock.reserves[seat]!);
    return { ms: over, runs: 'over', then: null, part: 0, low: false };
  }
  const whole = Math.max(control.reserve_ms, clock.reserves[seat]!);
  return { ms: reserve, runs: 'reserve', then: null, part: reserve / whole, low };
}

/** An event to announce: the reserve begins, ten seconds are left, a second of the countdown, or time is up. */
export type Cue = 'reserve' | 'low' | 'second' | 'over';

/** The maximum age of a cue in milliseconds; older ones are skipped, as after the device has slept. */
const MISSED = 2_000;

/** Return the cues of the current turn that are due between two readings, the most important one first. */
export function cuesBetween(clock: Clock, before: number, now: number): Cue[] {
  const control = clock.controls[clock.mover]!;
  if (isPaused(clock) || !isTimed(control)) return [];
  const reserve = clock.reserves[clock.mover]!;
  const turn = control.turn_ms ?? 0;
  const [from, to] = [usedAt(clock, before), usedAt(clock, now)];
  const due = (at: number): boolean => from < at && at <= to && to - at < MISSED;
  const end = turn + reserve;
  const seconds = Math.ceil((end - from) / 1000) !== Math.ceil((end - to) / 1000);
  return [
    ...(due(end) ? (['over'] as const) : []),
    ...(end > LOW && due(end - LOW) ? (['low'] as const) : []),
    ...(turn > 0 && reserve > 0 && due(turn) ? (['reserve'] as const) : []),
    ...(seconds && to > end - LOW && to < end ? (['second'] as const) : []),
  ];
}

/** Return the time until the current turn runs out, or null if it has no limit. */
export function endsIn(clock: Clock, now: number): number | null {
  const control = clock.controls[clock.mover]!;
  if (!isTimed(control)) return null;
  const { left, reserve } = timeLeftIn(control, clock.reserves[clock.mover]!, usedAt(clock, now));
  return left + reserve;
}
