/** Where the reader of a game is: the position, the seat it is seen from, and the player that goes on by itself. */

import type { Replay } from '../../net/types/http';
import { framesOf, frameNamed, nameOfFrame, type Frame } from './frames';

/** How long a turn is seen at each speed, in milliseconds. */
export const SPEEDS = [3200, 1600, 800] as const;
export type Speed = 0 | 1 | 2;

export class Player {
  readonly frames: readonly Frame[];
  at = $state.raw(0);
  /** The seat from which the game is seen. */
  seat = $state.raw(0);
  /** Whether all racks are open. */
  open = $state.raw(true);
  playing = $state.raw(false);
  speed = $state.raw<Speed>(1);
  /** How often a position was chosen from a list or a graph: its table has to be seen. */
  chosen = $state.raw(0);
  /** How many positions the last step went on; 1 is a turn that can be seen moving. */
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

  /** Go to a position; `push`, where it was chosen, makes it one to which the browser goes back. */
  go(to: number, { push = false } = {}): void {
    this.stop();
    this.show(to, push);
    if (push) this.chosen++;
  }

  /** Go to where the address says, which the browser has changed. */
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

  /** A turn is on the table with all its tiles: the next one may come. */
  shown(): void {
    if (this.playing) this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (this.at === this.last) return this.stop();
    // below what lies over the page it does not go on: that is about this position, and this entry is its own
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
