/**
 * What ends the turn without a play: it is asked about while tiles are in the hand, and a draw is held
 * back for a moment in which it can be taken back. Nothing waits for it but the draw itself.
 */

import { settings } from '../../device/settings.svelte';
import type { Room } from '../room/room.svelte';
import { reading } from '../room/clock';

const GRACE = 2500; // milliseconds in which a draw can be taken back
const ALONE = 1500; // the same where only computers wait
const SPARE = 1500; // milliseconds of a clock that a draw that is held back leaves
const AGAIN = 500; // milliseconds in which a second press is the second half of a double click

/** How a turn would be ended. */
export type Ending = 'draw' | 'pass';

/** How long a draw is held back: by the setting, and never into the end of the clock. */
export function graceIn({ clock, clockAt, game, view, seat }: Room): number {
  if (settings.grace === 'never') return 0;
  const alone = view?.seats.every(({ kind }, i) => kind !== 'person' || i === seat);
  const grace = alone ? ALONE : GRACE;
  const { left, reserve } = reading(clock, game?.to_move ?? 0, performance.now() - clockAt);
  if (left === null || clock.by_days) return grace;
  return settings.grace === 'always' && left + reserve > grace + SPARE ? grace : 0;
}

export class EndGuard {
  /** What the player is asked about, because tiles would go back to the rack. */
  asking = $state.raw<Ending | null>(null);
  /** When the draw that is held back is sent, in the time of performance.now(). */
  due = $state.raw<number | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private since = 0;

  constructor(private readonly send: (ending: Ending) => void) {}

  /**
   * End the turn: after a question if tiles are at stake, and after *grace* milliseconds. Whoever
   * presses again means it.
   */
  request(ending: Ending, { atStake, grace }: { readonly atStake: boolean; readonly grace: number }): void {
    const again = performance.now() - this.since > AGAIN;
    if (this.due !== null) return again ? this.flush() : undefined;
    if (atStake && this.asking !== ending) {
      this.asking = ending;
      this.since = performance.now();
    } else if (!atStake || again) this.begin(ending, grace);
  }

  /** Answer that the tiles may go back. */
  confirm(grace: number): void {
    if (this.asking) this.begin(this.asking, grace);
  }

  private begin(ending: Ending, grace: number): void {
    this.asking = null;
    if (!grace) return this.send(ending);
    this.since = performance.now();
    this.due = this.since + grace;
    this.timer = setTimeout(() => this.flush(), grace);
  }

  /** Send the draw that is held back now, as when the page is left. */
  flush(): void {
    if (this.due === null) return;
    this.cancel();
    this.send('draw');
  }

  /** Take back what is asked about or held back; returns whether there was a draw. */
  cancel(): boolean {
    const held = this.due !== null;
    clearTimeout(this.timer);
    this.asking = this.due = null;
    return held;
  }
}
