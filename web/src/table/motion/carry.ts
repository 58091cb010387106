/**
 * Moves elements with the pointer by setting the current time of a paused animation. The browser then has to move only
 * the element's layer, without recomputing styles or other layers.
 */

import { still } from './motion';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A dragged element and its current position. */
export interface Held {
  readonly el: HTMLElement;
  drag?: Point | undefined;
}

/** The duration of sliding tiles aside, in milliseconds. */
const ASIDE = 120;

export class Carry {
  private readonly animations = new Map<HTMLElement, Animation>();

  /** Move tiles side by side to a point in the widget. Adjacent tiles are *step* pixels apart. */
  side(held: readonly (Held | undefined)[], { x, y }: Point, step: number): void {
    held.forEach((each, i) => {
      if (!each) return;
      // draw several tiles at the size that they will have on the table
      if (!each.drag) each.el.classList.add('tt-drag', ...(held[1] ? ['tt-many'] : []));
      each.drag = { x: x + i * step, y };
      this.to(each.el, each.drag);
    });
  }

  /** Move an element to a point in the widget. */
  to(el: HTMLElement, { x, y }: Point): void {
    const there = { translate: `${x}px ${y}px` };
    const animation = this.animations.get(el);
    if (animation) return (animation.effect as KeyframeEffect).setKeyframes([there, there]);
    const first = el.animate([there, there], 1000);
    first.pause();
    this.animations.set(el, first);
  }

  /** Slide an element aside to make room, or back to its position in the layout if the point is missing. */
  slide(held: Held & { readonly at?: Point | undefined }, to?: Point): void {
    const { el, at } = held;
    const there = to ?? at;
    const from = held.drag ?? at;
    this.put(el);
    held.drag = to;
    if (!from || !there) return;
    const frames = [from, there].map(({ x, y }) => ({ translate: `${x}px ${y}px` }));
    const animation = el.animate(frames, {
      duration: still() ? 0 : ASIDE,
      easing: 'ease-out',
      fill: to ? 'forwards' : 'none',
    });
    if (to) this.animations.set(el, animation);
  }

  /** Release an element, which then returns to its position in the layout. */
  put(el: HTMLElement): void {
    const animation = this.animations.get(el);
    animation?.finish();
    animation?.cancel(); // removes the effect of an animation that fills
    this.animations.delete(el);
  }
}
