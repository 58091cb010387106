/** The marker for the drop target. It is positioned separately from the tiles, because it follows the pointer. */

import type { Control } from '../control';
import type { Hit, Rect, Scene } from '../layout/layout';
import { Carry } from '../motion/carry';
import type { Id } from '../state/draft';
import { aimOf, type Aim } from './aim';

export class Mark {
  private readonly el = document.createElement('div');
  private readonly carry = new Carry();
  /**
   * `under` identifies the element last found under the dragged tiles. `found` is the drop target computed for that
   * element until the target is shown.
   */
  private under = '';
  private found: Aim | null | undefined;

  constructor(layer: HTMLElement) {
    this.el.className = 'tt-mark';
    this.el.hidden = true;
    layer.append(this.el);
  }

  /**
   * Compute the drop target in one frame, and show it in the next frame, which is requested by calling *again*. Doing
   * both in a single frame would take too long.
   */
  follow(control: Control, scene: Scene, ids: readonly Id[], hit: Hit, again: () => void): void {
    if (this.found !== undefined) {
      this.show(this.found);
      return again();
    }
    const under = JSON.stringify(hit);
    if (under === this.under) return;
    this.under = under;
    this.found = aimOf(control, scene, ids, hit);
    again();
  }

  /** Discard the computed drop target because the table has changed. */
  forget(): void {
    this.under = '';
    this.found = undefined;
  }

  /** Hide the marker. */
  end(): void {
    this.forget();
    this.show(null);
  }

  /** Show the marker at a drop target, or hide the marker if null. */
  private show(target: Aim | null): void {
    const { el } = this;
    this.found = undefined;
    el.hidden = target === null;
    if (!target) return this.carry.put(el);
    el.className = `tt-mark tt-aim-${target.look}`;
    el.style.width = `${target.w}px`;
    el.style.height = `${target.h}px`;
    el.replaceChildren(...(target.slots ?? []).map((slot) => slotIn(target, slot)));
    this.carry.to(el, target);
  }
}

/** Return an outline that shows where a tile will lie. */
function slotIn({ x, y }: Aim, slot: Rect): HTMLElement {
  const el = document.createElement('div');
  el.className = 'tt-slot';
  el.style.translate = `${slot.x - x}px ${slot.y - y}px`;
  return el;
}
