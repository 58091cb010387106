/** Playback of a game: the current position, the seat whose view is shown, and automatic play. */

import type { Replay } from '../../net/types/http';
import { framesOf, frameNamed, nameOfFrame, type Frame } from './frames';

/** Milliseconds per turn at each speed. */
export const SPEEDS = [3200, 1600, 800] as const;
export type Speed = 0 | 1 | 2;

export class Player {
  readonly frames: readonly Frame[];
  at = $state.raw(0);
  /** The seat whose view is shown. */
  seat = $state.raw(0);
  /** True if all racks are face up. */
  open = $state.raw(true);
  playing = $state.raw(false);
  speed = $state.raw<Speed>(1);
  /**
   * Counts how often a position was chosen from a list or graph. Each time, the table is scrolled
   * into view.
   */
  chosen = $state.raw(0);
  /** The number of positions by which the last step advanced. The step is animated if this is 1. */
  went = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly replay: Replay,
    name: string,
  ) {
    this.frames = framesOf(replay);
    this.at = frameNamed(this.frames, name);
    this.seat = replay.me ?? 0;
  }

  get frame(): Frame {
    return this.frames[this.at]!;
  }
  get last(): number {
    return this.frames.length - 1;
  }

  /** Go to a position. `push` adds a history entry, so that the browser can go back to the previous one. */
  go(to: number, { push = false } = {}): void {
    this.stop();
    this.show(to, push);
    if (push) this.chosen++;
  }

  /** Go to the position in the address after the browser changed it. */
  follow(): void {
    this.stop();
    this.to(frameNamed(this.frames, location.hash));
  }

  toggle(): void {
    if (this.playing) return this.stop();
    if (this.at === this.last) this.show(0, false);
    this.playing = true;
    this.wait();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  /** Called when all tiles of a turn have arrived on the table, so that the next turn may start. */
  shown(): void {
    if (this.playing) this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (this.at === this.last) return this.stop();
    // playback stops if an overlay is open, because it is about this position and has this history
    // entry
    const on = (): void => (history.state?.over ? this.stop() : this.show(this.at + 1, false));
    this.timer = setTimeout(on, SPEEDS[this.speed]);
  }

  private to(at: number): void {
    const found = Math.min(this.last, Math.max(0, at));
    this.went = found - this.at;
    this.at = found;
  }

  private show(to: number, push: boolean): void {
    const before = this.at;
    this.to(to);
    if (this.at === before) return;
    const url = `#${nameOfFrame(this.frame)}`;
    if (push) history.pushState(null, '', url);
    else history.replaceState(null, '', url);
  }
}
