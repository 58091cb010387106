/**
 * Lets elements follow the pointer. What moves them is an animation that stands still: the browser then
 * moves their layer alone, and neither their style nor the other layers are worked out anew.
 */

interface Point {
  readonly x: number;
  readonly y: number;
}

/** An element, and where the pointer holds it. */
export interface Held {
  readonly el: HTMLElement;
  drag?: Point | undefined;
}

export class Carry {
  private readonly animations = new Map<HTMLElement, Animation>();

  /** Show tiles side by side from a point of the widget on, so far from each other. */
  side(held: readonly (Held | undefined)[], { x, y }: Point, step: number): void {
    held.forEach((each, i) => {
      if (!each) return;
      // several are drawn as they will lie on the table
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

  /** Let go of an element: it is where the layout has it. */
  put(el: HTMLElement): void {
    this.animations.get(el)?.finish();
    this.animations.delete(el);
  }
}
