/** Playback of a game: the current position, the seat whose point of view is shown, and automatic play. */

import type { Replay } from '../../net/types/http';
import { shownSeats } from './strangers';
import { framesOf, frameNamed, lastPlay, nameOfFrame, type Frame } from './frames';

/** The time per turn at each playback speed, in milliseconds. */
export const SPEEDS = [3200, 1600, 800] as const;
export type Speed = 0 | 1 | 2;

export class Player {
  readonly frames: readonly Frame[];
  at = $state.raw(0);
  /** The seat whose point of view is shown. */
  seat = $state.raw(0);
  /** True if all racks are face up. */
  open = $state.raw(true);
  playing = $state.raw(false);
  speed = $state.raw<Speed>(1);
  /** The number of times that a position was chosen in a list or graph. Each choice scrolls the table into view. */
  chosen = $state.raw(0);
  /** The number of positions moved by the last step, negative if backwards. A step of 1 is animated. */
  went = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** If *played* here, an address without a position shows the last play instead of the deal. */
  constructor(
    readonly replay: Replay,
    name: string,
    private readonly played = false,
  ) {
    this.frames = framesOf(replay);
    this.seat = replay.me ?? shownSeats(replay)[0] ?? 0;
    this.at = this.named(name);
  }

  get frame(): Frame {
    return this.frames[this.at]!;
  }
  get last(): number {
    return this.frames.length - 1;
  }

  /** Go to a position. If *push*, add a history entry, so that the browser can go back to the previous position. */
  go(to: number, { push = false } = {}): void {
    this.stop();
    this.show(to, push);
    if (push) this.chosen++;
  }

  /** Go to the position in the URL after the browser has changed the URL. */
  follow(): void {
    this.stop();
    this.to(this.named(location.hash));
  }

  toggle(): void {
    if (this.playing) return this.stop();
    // the last play is only the starting point of a game that was opened without a position
    if (this.at === this.last || (this.played && !location.hash)) this.show(0, false);
    this.playing = true;
    this.wait();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  /** Continue playback. Called when all the tiles laid in a turn have reached the table. */
  shown(): void {
    if (this.playing) this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (this.at === this.last) return this.stop();
    // an open overlay stops playback because it shows this position and uses its history entry
    const on = (): void => (history.state?.over ? this.stop() : this.show(this.at + 1, false));
    this.timer = setTimeout(on, SPEEDS[this.speed]);
  }

  private named(name: string): number {
    return name || !this.played ? frameNamed(this.frames, name) : lastPlay(this.frames);
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
