/** The marker for the drop target. It is positioned separately from the tiles, because it follows the pointer. */

import type { Control } from '../control';
import type { Hit, Rect, Scene } from '../layout/layout';
import type { Carry, Held } from '../motion/carry';
import type { Id } from '../state/draft';
import { aimOf, type Aim } from './aim';

export class Mark {
  private readonly el = document.createElement('div');
  /** The tiles that have moved aside to show the room for the dragged ones. */
  private aside: Aim['aside'] = new Map();
  /**
   * `under` identifies the element last found under the dragged tiles. `found` is the drop target computed for that
   * element until the target is shown.
   */
  private under = '';
  private found: Aim | null | undefined;

  constructor(
    layer: HTMLElement,
    private readonly tiles: ReadonlyMap<Id, Held & { readonly at?: Rect | undefined }>,
    private readonly carry: Carry,
  ) {
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
    this.hide();
  }

  /** Return the tiles that have moved aside, which from now on are part of the layout again. */
  left(): Id[] {
    const ids = [...this.aside.keys()];
    this.aside = new Map();
    return ids;
  }

  private hide(): void {
    this.el.hidden = true;
    this.carry.put(this.el);
  }

  /** Show the marker at a drop target, or hide the marker if null. */
  private show(target: Aim | null): void {
    const { el } = this;
    this.found = undefined;
    this.makeRoom(target?.aside ?? new Map());
    if (!target) return this.hide();
    el.hidden = false;
    el.className = `tt-mark tt-aim-${target.look}`;
    el.style.width = `${target.w}px`;
    el.style.height = `${target.h}px`;
    el.replaceChildren(...(target.slots ?? []).map((slot) => slotIn(target, slot)));
    this.carry.to(el, target);
  }

  private makeRoom(aside: Aim['aside']): void {
    for (const id of this.aside.keys()) {
      const tile = this.tiles.get(id);
      if (tile?.drag && !aside.has(id)) this.carry.slide(tile);
    }
    for (const [id, place] of aside) {
      const tile = this.tiles.get(id);
      if (tile && tile.drag?.x !== place.x) this.carry.slide(tile, place);
    }
    this.aside = aside;
  }
}

/** Return an outline of a tile's future position. */
function slotIn({ x, y }: Aim, slot: Rect): HTMLElement {
  const el = document.createElement('div');
  el.className = 'tt-slot';
  el.style.translate = `${slot.x - x}px ${slot.y - y}px`;
  return el;
}
