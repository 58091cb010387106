/**
 * Prevents turns from being ended by mistake. If tiles were moved, drawing or passing must be confirmed, and a
 * draw is delayed for a moment so that it can be cancelled. Against computer players, a play can also be delayed.
 */

import { settings } from '../../device/settings.svelte';
import type { Room } from '../room/room.svelte';
import { reading } from '../room/clock';

const GRACE = 2500; // milliseconds to take back a draw
const ALONE = 1500; // the same, if only computer players are waiting
const SPARE = 1500; // time that a delayed draw leaves on the clock, in milliseconds
const TAKE_BACK = 5000; // milliseconds to take back a play
const AGAIN = 500; // milliseconds within which a second press counts as a double click

/** How a turn is ended. */
export type Ending = 'draw' | 'pass';

/**
 * Return the delay before a draw is sent, in milliseconds. The delay depends on a setting, and is 0 if little time is
 * left on the clock.
 */
export function graceIn(room: Room): number {
  return settings.grace === 'never' ? 0 : within(room, isAlone(room) ? ALONE : GRACE);
}

/** Return the time to take back a play, in milliseconds: 0 unless it is set and no human player waits. */
export const takeBackIn = (room: Room): number =>
  settings.takeBack && isAlone(room) ? within(room, TAKE_BACK) : 0;

const isAlone = ({ view, seat }: Room): boolean | undefined =>
  view?.seats.every(({ kind }, i) => kind !== 'person' || i === seat);

/** Return the delay, or 0 if the clock does not allow it. */
function within({ clock, clockAt, game }: Room, grace: number): number {
  const { left, reserve } = reading(clock, game?.to_move ?? 0, performance.now() - clockAt);
  if (left === null || clock.by_days) return grace;
  return settings.grace === 'always' && left + reserve > grace + SPARE ? grace : 0;
}

export class EndGuard {
  /** The action that awaits confirmation because it would return laid tiles to the rack. */
  asking = $state.raw<Ending | null>(null);
  /** When the delayed draw will be sent, on the clock of `performance.now()`. Null unless a draw is delayed. */
  due = $state.raw<number | null>(null);
  /** True if the delayed action is a play. */
  play = $state.raw(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private since = 0;
  private run: () => void = () => {};

  constructor(private readonly send: (ending: Ending) => void) {}

  /**
   * End the turn after *grace* milliseconds. If *atStake*, this would return laid tiles to the rack, so the same action
   * must be requested a second time to confirm it.
   */
  request(ending: Ending, { atStake, grace }: { readonly atStake: boolean; readonly grace: number }): void {
    const again = performance.now() - this.since > AGAIN;
    if (this.due !== null) return again ? this.flush() : undefined;
    if (atStake && this.asking !== ending) {
      this.asking = ending;
      this.since = performance.now();
    } else if (!atStake || again) this.begin(() => this.send(ending), grace);
  }

  /** Confirm the pending action, which returns the laid tiles to the rack. */
  confirm(grace: number): void {
    const { asking } = this;
    if (asking) this.begin(() => this.send(asking), grace);
  }

  /** Send a play after *grace* milliseconds, or immediately if it is requested again. */
  hold(run: () => void, grace: number): void {
    if (this.due !== null) return this.flush();
    this.begin(run, grace);
    this.play = grace > 0;
  }

  private begin(run: () => void, grace: number): void {
    this.asking = null;
    if (!grace) return run();
    this.run = run;
    this.since = performance.now();
    this.due = this.since + grace;
    this.timer = setTimeout(() => this.flush(), grace);
  }

  /** Send the delayed action now, for example because the user is leaving the game. */
  flush(): void {
    if (this.due === null) return;
    this.cancel();
    this.run();
  }

  /** Cancel the confirmation or the delayed action. Returns whether a delayed action was cancelled. */
  cancel(): boolean {
    const held = this.due !== null;
    clearTimeout(this.timer);
    this.asking = this.due = null;
    this.play = false;
    return held;
  }
}
