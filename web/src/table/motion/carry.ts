/**
 * Moves elements with the pointer by setting the time of a paused animation. The browser then moves
 * just their layer, without recomputing styles or other layers.
 */

interface Point {
  readonly x: number;
  readonly y: number;
}

/** An element, and the point of it that stays under the pointer. */
export interface Held {
  readonly el: HTMLElement;
  drag?: Point | undefined;
}

export class Carry {
  private readonly animations = new Map<HTMLElement, Animation>();

  /** Show tiles side by side from a point of the widget, *step* pixels apart. */
  side(held: readonly (Held | undefined)[], { x, y }: Point, step: number): void {
    held.forEach((each, i) => {
      if (!each) return;
      // several tiles are drawn as they will lie on the table
      if (!each.drag) each.el.classList.add('tt-drag', ...(held[1] ? ['tt-many'] : []));
      each.drag = { x: x + i * step, y };
      this.to(each.el, each.drag);
    });
  }

  /** Show an element at a point of the widget. */
  to(el: HTMLElement, { x, y }: Point): void {
    const there = { translate: `${x}px ${y}px` };
    const animation = this.animations.get(el);
    if (animation) return (animation.effect as KeyframeEffect).setKeyframes([there, there]);
    const first = el.animate([there, there], 1000);
    first.pause();
    this.animations.set(el, first);
  }

  /** Release an element, so that it returns to its position in the layout. */
  put(el: HTMLElement): void {
    this.animations.get(el)?.finish();
    this.animations.delete(el);
  }
}
