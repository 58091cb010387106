/**
 * Animates the movement of tiles. The document is always in its final state, so animations can be stopped at any time
 * and input never has to wait for them.
 */

import type { Rect } from '../layout/geometry';
import { soon } from '../slices';
import { schedule, type Flight, type Timing } from './schedule';

export interface Flying extends Flight {
  readonly el: HTMLElement;
  /** True if the tile is turned face up during the flight. */
  readonly turns?: boolean;
  /** True if the element is removed on arrival. */
  readonly gone?: boolean;
}

export class Motion {
  private readonly ends = new Set<() => void>();
  /** The elements that have arrived but have not been cleaned up yet. */
  private readonly left = new Set<HTMLElement>();

  /** Skip to the end of all animations. */
  finish(): void {
    for (const end of this.ends) end();
    this.uncover();
    this.land();
  }

  /**
   * Clean up once, after the last tile has arrived. This is done in a later frame, because the frame of the arrival is
   * already busy.
   */
  private arrived(): void {
    if (this.ends.size) return;
    soon(() => this.ends.size || this.uncover());
    soon(() => this.ends.size || this.land());
  }

  private uncover(): void {
    for (const el of this.left) el.querySelector('.tt-cover')?.remove();
  }

  private land(): void {
    for (const el of this.left) {
      el.style.willChange = '';
      el.classList.remove('tt-flies');
    }
    this.left.clear();
  }

  fly(flights: readonly Flying[]): void {
    // if motion is reduced, move tiles without animation
    if (!flights.length || still()) {
      for (const { el, gone } of flights) if (gone) el.remove();
      return;
    }
    for (const [flight, timing] of schedule(flights)) this.start(flight, timing);
  }

  private start({ el, from, to, turns, gone }: Flying, { delay, duration, easing }: Timing): void {
    const timing: KeyframeAnimationOptions = { delay, duration, easing, fill: 'backwards' };
    const animations = [el.animate([centred(from, to), { translate: `${to.x}px ${to.y}px`, scale: '1' }], timing)];
    if (turns) animations.push(...turn(el, { ...timing, easing: 'linear' }));
    el.style.willChange = 'translate';
    el.classList.add('tt-flies');
    const end = (): void => {
      if (!this.ends.delete(end)) return;
      for (const animation of animations) animation.finish();
      if (gone) el.remove();
    };
    this.ends.add(end);
    this.left.add(el);
    animations[0]!.onfinish = () => (end(), this.arrived());
  }
}

/**
 * Return whether motion is reduced. The CSS property `--motion` provides the same information, but reading it during a
 * change would recompute all styles.
 */
export const still = (): boolean =>
  document.documentElement.dataset.motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shake tiles to show that their move was rejected. */
export function shake(tiles: readonly HTMLElement[]): void {
  if (still()) return;
  for (const el of tiles) el.animate({ rotate: ['0deg', '-5deg', '5deg', '-4deg', '3deg', '0deg'] }, 360);
}

/** Return the first keyframe of a flight, where the element is scaled to the size of *from* and centred on it. */
const centred = (from: Rect, to: Rect): Keyframe => ({
  translate: `${from.x + (from.w - to.w) / 2}px ${from.y + (from.h - to.h) / 2}px`,
  scale: String(Math.max(0.2, from.w / to.w)),
});

/** Turn a tile face up. During the first half of the flight, the tile is hidden by a cover that looks like its back. */
function turn(el: HTMLElement, timing: KeyframeAnimationOptions): Animation[] {
  const cover = document.createElement('span');
  cover.className = 'tile tt-cover';
  cover.dataset.c = 'x';
  cover.setAttribute('aria-hidden', 'true');
  el.append(cover);
  return [
    el.animate({ rotate: ['y 180deg', 'y 0deg'] }, timing),
    cover.animate({ opacity: [1, 1, 0, 0], offset: [0, 0.5, 0.5, 1] }, { ...timing, fill: 'both' }),
  ];
}
