/**
 * Shows a part of the felt if it is too small for its tiles, or for the size that tiles have in large print (the CSS
 * property `--least-tile`). The felt can be scrolled by wheel, finger or keyboard, and zoomed with two fingers or `+`.
 * The focused tile is always scrolled into view. In large print, a plan shows which part is visible, and a tap on it
 * goes there.
 */

import type { Control } from '../control';
import { TILE, type Fit } from '../layout/grid';
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
  /** The zoom that the user has chosen, and the zoom that shows tiles in the size of large print. */
  private chosen = 1;
  private needs = 1;
  private x = 0;
  private y = 0;
  /** The tiles of the last play that large print has scrolled to, or undefined before the first layout. */
  private followed: string | undefined;
  private felt: Rect = { x: 0, y: 0, w: 0, h: 0 };
  private world = { w: 0, h: 0 };
  private readonly fingers = new Map<number, Finger & { readonly onTile: boolean }>();
  private readonly thumb = document.createElement('div');
  private readonly plan = document.createElement('div');
  private readonly seen = document.createElement('u');
  /** The smallest width of tiles in large print, or zero, and the size of the felt when it was read. */
  private least = { w: 0, felt: '' };

  /** `hooks.show` renders the widget, and `hooks.stop` cancels the gesture that the first finger has started. */
  constructor(
    private readonly root: HTMLElement,
    signal: AbortSignal,
    private readonly hooks: {
      readonly control: Control;
      readonly show: () => void;
      readonly stop: () => void;
    },
  ) {
    this.plan.className = 'tt-plan';
    this.plan.setAttribute('aria-hidden', 'true');
    root.append(this.plan);
    for (const type of ['pointerdown', 'pointermove'] as const) {
      this.plan.addEventListener(type, (event) => this.visit(event), { signal });
    }
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
    return this.needs > 1 || this.world.h > this.felt.h + 2 * (EDGE - LEAST_EDGE);
  }

  private get zoom(): number {
    return this.chosen * this.needs;
  }

  /** Return the displayed layout, zoomed and scrolled. */
  see = (fit: Fit): Fit => {
    const { x = 0, y = 0, width, height } = fit.area;
    this.felt = { x, y, w: width, h: height };
    // an empty felt hides nothing, however high it is
    const high = fit.spots.size && fit.rows * fit.pitch - fit.pitch + fit.tile.h + 2 * EDGE;
    this.enlarge(fit);
    // in large print, the part of the felt without tiles is shown as well
    this.world = { w: width, h: this.needs > 1 ? Math.max(height, high) : high };
    if (this.needs > 1) this.follow(fit);
    this.bound();
    this.mark();
    this.draw(fit);
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

  /** Zoom in as far as large print needs, and keep the middle of the visible part in the middle. */
  private enlarge(fit: Fit): void {
    const { felt } = this;
    const size = `${felt.w} ${felt.h}`;
    if (this.least.felt !== size) {
      const w = parseFloat(getComputedStyle(this.root).getPropertyValue('--least-tile')) || 0;
      this.least = { w, felt: size };
    }
    const before = this.zoom;
    this.needs = fit.spots.size ? Math.max(1, this.least.w / fit.tile.w) : 1;
    const part = this.zoom / before;
    this.x = (this.x + felt.w / 2) * part - felt.w / 2;
    this.y = (this.y + felt.h / 2) * part - felt.h / 2;
  }

  /** Show the melds of the last play, or the entire table at first, if they are not visible. */
  private follow(fit: Fit): void {
    const key = [...this.hooks.control.last.keys()].join(' ');
    if (key === this.followed) return;
    const all = boxesOf(fit);
    const last = all.filter((box) => this.isLast(box));
    const { felt, zoom } = this;
    const shown = (now: number, from: 'x' | 'y', size: 'w' | 'h', boxes = last.length ? last : all): number => {
      const low = (Math.min(...boxes.map((box) => box[from])) - felt[from]) * zoom - EDGE;
      const high = (Math.max(...boxes.map((box) => box[from] + box[size])) - felt[from]) * zoom + EDGE;
      return high - low > felt[size] ? low : Math.min(low, Math.max(now, high - felt[size]));
    };
    if (last.length || this.followed === undefined) {
      this.x = shown(this.x, 'x', 'w');
      this.y = shown(this.y, 'y', 'h');
    }
    this.followed = key;
  }

  private isLast({ ids }: { readonly ids: readonly string[] }): boolean {
    return ids.some((id) => this.hooks.control.last.has(id));
  }

  /** Show the surroundings of a point, given relative to the felt without zoom. */
  private look(x: number, y: number): void {
    this.x = x * this.zoom - this.felt.w / 2;
    this.y = y * this.zoom - this.felt.h / 2;
    this.bound();
  }

  /** Return the CSS `clip-path` for the visible part of a box on the felt, or null if the box is hidden. */
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

  /**
   * Handle `+`, `-`, `PageDown` and `PageUp`. Returns false for any other key, or if the entire table is visible.
   */
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

  /** Scroll the felt. Returns false if it is at its edge already. */
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
    const chosen = Math.max(1, Math.min(LARGEST, this.chosen * factor));
    const part = chosen / this.chosen;
    this.chosen = chosen;
    this.x = (this.x + at.x - this.felt.x) * part - (at.x - this.felt.x);
    this.y = (this.y + at.y - this.felt.y) * part - (at.y - this.felt.y);
    this.bound();
    this.hooks.show();
  }

  private bound(): void {
    if (!this.needed) this.chosen = 1;
    const { world, felt, zoom } = this;
    this.x = Math.max(0, Math.min(world.w * zoom - felt.w, this.x));
    this.y = Math.max(0, Math.min(world.h * zoom - felt.h, this.y));
  }

  /** Draw the plan: a bar for each meld, in another colour for the last play, and a frame around the visible part. */
  private draw(fit: Fit): void {
    this.plan.hidden = !this.needed || !this.least.w;
    if (this.plan.hidden) return;
    const { felt, world, zoom } = this;
    const { x = 0, y = 0 } = fit.area;
    const part = (el: HTMLElement, box: Rect): HTMLElement => {
      el.style.left = `${(box.x / world.w) * 100}%`;
      el.style.top = `${(box.y / world.h) * 100}%`;
      el.style.width = `${(box.w / world.w) * 100}%`;
      el.style.height = `${(box.h / world.h) * 100}%`;
      return el;
    };
    const bars = boxesOf(fit).map((box) => {
      const bar = part(document.createElement('i'), { ...box, x: box.x - x, y: box.y - y });
      bar.classList.toggle('last', this.isLast(box));
      return bar;
    });
    const size = { w: Math.min(world.w, felt.w / zoom), h: Math.min(world.h, felt.h / zoom) };
    this.plan.replaceChildren(...bars, part(this.seen, { x: this.x / zoom, y: this.y / zoom, ...size }));
  }

  /** Go to a point on the plan. */
  private visit(event: PointerEvent): void {
    event.stopPropagation();
    if (event.type === 'pointermove' && !event.buttons) return;
    const { left, top, width, height } = this.plan.getBoundingClientRect();
    this.look(((event.clientX - left) / width) * this.world.w, ((event.clientY - top) / height) * this.world.h);
    this.hooks.show();
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
    // at the edge of the felt, leave the wheel to the browser
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

/** Return the boxes of all melds without zoom, with their tiles. */
const boxesOf = (fit: Fit): (Rect & { readonly ids: readonly string[] })[] =>
  [...fit.spots].map(([key, { row, col }]) => {
    const { length, ids = [] } = fit.blocks.get(key)!;
    const x = fit.left + (col * fit.step) / TILE;
    return { x, y: fit.top + row * fit.pitch, w: fit.step * length, h: fit.tile.h, ids };
  });
