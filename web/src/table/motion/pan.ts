/**
 * The last resort when the felt is too small for its tiles. The felt can be scrolled by wheel, finger or keyboard, and
 * zoomed with two fingers or `+`. The focused tile is always scrolled into view.
 */

import type { Fit } from '../layout/grid';
import type { Place, Rect } from '../layout/layout';

const LARGEST = 2;
const STEP = 1.25;
const EDGE = 8;
const LEAST_EDGE = 5; // if the rows fill a low felt, less is left

interface Finger {
  readonly x: number;
  readonly y: number;
}

export class Pan {
  private zoom = 1;
  private x = 0;
  private y = 0;
  private felt: Rect = { x: 0, y: 0, w: 0, h: 0 };
  private world = { w: 0, h: 0 };
  private readonly fingers = new Map<number, Finger & { readonly onTile: boolean }>();
  private readonly thumb = document.createElement('div');

  /** `hooks.show` renders the widget, and `hooks.stop` cancels the gesture that the first finger has started. */
  constructor(
    private readonly root: HTMLElement,
    signal: AbortSignal,
    private readonly hooks: { readonly show: () => void; readonly stop: () => void },
  ) {
    this.thumb.className = 'tt-thumb';
    this.thumb.hidden = true;
    this.thumb.setAttribute('aria-hidden', 'true');
    root.append(this.thumb);
    root.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    root.addEventListener('pointerdown', (event) => this.down(event), { signal });
    root.addEventListener('pointermove', (event) => this.move(event), { signal });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      root.addEventListener(end, (event) => this.fingers.delete(event.pointerId), { signal });
    }
  }

  /** True if part of the table is hidden. */
  get needed(): boolean {
    return this.world.h > this.felt.h + 2 * (EDGE - LEAST_EDGE);
  }

  /** Return the layout as it is displayed, zoomed and scrolled. */
  see = (fit: Fit): Fit => {
    const { x = 0, y = 0, width, height } = fit.area;
    this.felt = { x, y, w: width, h: height };
    // an empty felt hides nothing, however high it is
    this.world = { w: width, h: fit.spots.size && fit.rows * fit.pitch - fit.pitch + fit.tile.h + 2 * EDGE };
    this.bound();
    this.mark();
    if (!this.needed) return fit;
    const { zoom } = this;
    const tile = { w: Math.round(fit.tile.w * zoom), h: Math.round(fit.tile.h * zoom) };
    const left = Math.round(x + (fit.left - x) * zoom - this.x);
    return {
      ...fit,
      tile,
      step: fit.step * zoom,
      pitch: fit.pitch * zoom,
      left,
      top: Math.round(y + (fit.top - y) * zoom - this.y),
    };
  };

  /** Return the CSS `clip-path` for the visible part of a box on the felt, or null if the whole box is hidden. */
  clip(place: Rect): string | null {
    if (!this.needed) return '';
    const { felt } = this;
    const cut = [
      felt.y - place.y,
      place.x + place.w - felt.x - felt.w,
      place.y + place.h - felt.y - felt.h,
      felt.x - place.x,
    ];
    if (cut.some((by, i) => by >= (i % 2 ? place.w : place.h))) return null;
    return cut.every((by) => by <= 0) ? '' : `inset(${cut.map((by) => `${by > 0 ? by : -EDGE}px`).join(' ')})`;
  }

  /** Scroll the felt until a tile on it is visible. */
  reveal({ area, x, y, w, h }: Place): void {
    if (!this.needed || area !== 'table') return;
    const { felt } = this;
    this.by(
      Math.max(0, x + w + EDGE - felt.x - felt.w) + Math.min(0, x - EDGE - felt.x),
      Math.max(0, y + h + EDGE - felt.y - felt.h) + Math.min(0, y - EDGE - felt.y),
    );
  }

  /** Handle `+`, `-`, `PageDown` and `PageUp`. Returns false for any other key, or if the whole table is visible. */
  key(key: string): boolean {
    if (!this.needed) return false;
    const middle = { x: this.felt.x + this.felt.w / 2, y: this.felt.y + this.felt.h / 2 };
    if (key === '+' || key === '=') this.scale(STEP, middle);
    else if (key === '-') this.scale(1 / STEP, middle);
    else if (key === 'PageDown') this.by(0, this.felt.h * 0.8);
    else if (key === 'PageUp') this.by(0, this.felt.h * -0.8);
    else return false;
    return true;
  }

  /** Scroll the felt. Returns false at its edge, where nothing moves. */
  private by(x: number, y: number): boolean {
    const before = [this.x, this.y];
    this.x += x;
    this.y += y;
    this.bound();
    const moved = this.x !== before[0] || this.y !== before[1];
    if (moved) this.hooks.show();
    return moved;
  }

  /** Zoom around a point. */
  private scale(factor: number, at: Finger): void {
    const zoom = Math.max(1, Math.min(LARGEST, this.zoom * factor));
    const part = zoom / this.zoom;
    this.zoom = zoom;
    this.x = (this.x + at.x - this.felt.x) * part - (at.x - this.felt.x);
    this.y = (this.y + at.y - this.felt.y) * part - (at.y - this.felt.y);
    this.bound();
    this.hooks.show();
  }

  private bound(): void {
    if (!this.needed) this.zoom = 1;
    const { world, felt, zoom } = this;
    this.x = Math.max(0, Math.min(world.w * zoom - felt.w, this.x));
    this.y = Math.max(0, Math.min(world.h * zoom - felt.h, this.y));
  }

  /** Update the scroll bar, which shows which part of the table is visible. */
  private mark(): void {
    this.thumb.hidden = !this.needed;
    const { felt, world, zoom, y } = this;
    const whole = world.h * zoom;
    this.thumb.style.translate = `${felt.x + felt.w - 6}px ${felt.y + 8 + ((felt.h - 16) * y) / whole}px`;
    this.thumb.style.height = `${((felt.h - 16) * felt.h) / whole}px`;
  }

  private wheel(event: WheelEvent): void {
    if (!this.needed) return;
    // at the edge of the felt, the wheel scrolls the page
    if (!event.ctrlKey && !this.by(event.deltaX, event.deltaY)) return;
    event.preventDefault();
    if (event.ctrlKey) this.scale(event.deltaY < 0 ? STEP : 1 / STEP, this.point(event));
  }

  private point(event: MouseEvent): Finger {
    const { left, top } = this.root.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  private down(event: PointerEvent): void {
    if (!this.needed) return;
    const onTile = event.target instanceof Element && event.target.closest('.tt-tile') !== null;
    this.fingers.set(event.pointerId, { ...this.point(event), onTile });
    if (this.fingers.size > 1) this.hooks.stop();
  }

  private move(event: PointerEvent): void {
    const was = this.fingers.get(event.pointerId);
    if (!was) return;
    const is = this.point(event);
    this.fingers.set(event.pointerId, { ...was, ...is });
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    // a single finger on a tile drags the tile instead of scrolling
    if (!other) {
      if (!was.onTile) this.by(was.x - is.x, was.y - is.y);
      return;
    }
    const apart = (finger: Finger): number => Math.max(1, Math.hypot(finger.x - other.x, finger.y - other.y));
    this.scale(apart(is) / apart(was), { x: (is.x + other.x) / 2, y: (is.y + other.y) / 2 });
    this.by((was.x - is.x) / 2, (was.y - is.y) / 2);
  }
}
