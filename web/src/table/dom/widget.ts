/** Connects the pointer, the keyboard and the animation frames to the controller, which is independent of the DOM. */

import { at, type Id, type Pile } from '../state/draft';
import { Control } from '../control';
import type { Hooks } from '../hooks';
import { loadAfterTiles, tilesPainted } from '../draft_deferred';
import { HOLD, IDLE, gesture, type Gesture, type Input, type Output } from './gesture';
import type { Fit } from '../layout/grid';
import { hit } from '../layout/hit';
import { layout, without, type Hit, type Keep, type Rect, type Scene } from '../layout/layout';
import { Picture, type Drag, type Point } from './render';
import type { Places } from '../layout/places';
import type { Cause } from '../motion/flights';
import type { TableChange } from '../motion/table_change';
import type { Law } from '../../rules';
import type { Labels } from '../labels';

const ECHO = 700; // a click this soon after the pointer was lifted belongs to the same tap, in milliseconds
const LIFT = 4; // distance of a dragged tile from the finger below it, in pixels
/**
 * The part of a tile below the point that decides its drop target on a touch screen. Players aim either with the
 * centre of the tile or with the finger below it. This point is between the two, so it is in the row that either
 * means.
 */
const BELOW = 0.25;

export class Widget {
  readonly control: Control;
  /** The cause of the next rendering, which determines its animation. */
  change: TableChange | null = null;
  showRack = true;
  divide: import('../layout/divide').Divide | undefined;
  private places: Places | null = null;
  private readonly picture: Picture;
  /** The code that is loaded after the first tiles have been shown. */
  private late: typeof import('../deferred') | undefined;
  private pan: import('../motion/pan').Pan | undefined;
  private keep: Keep | undefined;
  /** The layout stored before a reload. Nothing is shown until the code that reads it has been loaded. */
  private stored: string | null | undefined;
  private readonly watcher: ResizeObserver;
  private readonly stop = new AbortController();
  /** The size of the element. It is measured only after a change, because measuring it may force a layout. */
  private size = new DOMRect();
  private scene: Scene | undefined;
  /**
   * Layouts of earlier tables at the current window size. A layout is reused if the same table returns, for example
   * after an undo.
   */
  private lay = new WeakMap<readonly Pile[], Fit>();
  private gesture: Gesture = IDLE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private dragging: (Drag & { readonly touch: boolean }) | null = null;
  private touch = false;
  /** The widget's position when the pointer went down. Reading the position on every move would force layouts. */
  private corner = new DOMRect();
  private focus: Id | null = null;
  /** The tile that was last pressed with the pointer. */
  private pointed: Id | null = null;
  private frame = 0;
  private dirty = false;
  private still = true;
  private grow = true;

  constructor(
    private readonly root: HTMLElement,
    law: Law,
    labels: Labels,
    private readonly hooks: Omit<Hooks, 'show'>,
  ) {
    root.classList.add('tt');
    root.setAttribute('role', 'group');
    this.control = new Control(law, { ...hooks, show: () => this.schedule() });
    this.control.onMovePile = (key, spot) => this.putPile(key, spot);
    this.control.onRefuse = (ids) => this.late?.shake(ids.flatMap((id) => this.picture.element(id) ?? []));
    this.picture = new Picture(root, labels);
    void this.load();
    void loadAfterTiles(() => this.control.selected.length && this.hooks.select());
    this.watcher = new ResizeObserver(() => this.resized());
    this.watcher.observe(root);
    this.listen();
    this.resized();
  }

  private async load(): Promise<void> {
    const { memory } = this.hooks;
    this.stored = memory?.load();
    if (!this.stored) await tilesPainted();
    this.late = await import('../deferred');
    if (this.stop.signal.aborted) return;
    this.picture.late = this.late;
    this.keep = this.late.remembering(memory, () => this.scene?.laid, this.stop.signal);
    const [show, stop] = [() => this.schedule({ still: true }), () => this.input({ type: 'cancel' })];
    this.pan = new this.late.Pan(this.root, this.stop.signal, { control: this.control, show, stop });
    if (this.places?.middle) this.resized();
    if (!this.scene || this.pan.see(this.scene.laid) !== this.scene.laid) show();
  }

  destroy(): void {
    this.stop.abort();
    this.watcher.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.gesture = IDLE;
    this.root.replaceChildren();
    this.root.classList.remove('tt');
  }

  /** Return the box of a pile in screen coordinates. */
  pileBox(key: number): DOMRect | undefined {
    if (this.dirty) this.draw();
    const rect = this.scene?.piles.get(key);
    const box = this.root.getBoundingClientRect();
    return rect && new DOMRect(box.left + rect.x, box.top + rect.y, rect.w, rect.h);
  }

  takeFocus(): void {
    if (this.dirty) this.draw();
    if (this.focus) this.picture.element(this.focus)?.focus();
  }

  /** Arrange all melds in a tidy order. */
  tidy(): void {
    this.control.near.clear();
    this.tidied = true;
    this.schedule();
  }

  private tidied = false;

  /** Render pending changes in the next frame. If *still*, do not animate them. If *grow*, tiles may become larger. */
  schedule({ still = false, grow = false } = {}): void {
    this.dirty = true;
    this.still ||= still;
    this.grow ||= grow;
    this.soon();
  }

  /** Request a rendering in the next frame. */
  private soon = (): void => {
    this.frame ||= requestAnimationFrame(() => this.draw());
  };

  setPlaces(places: Places | null): void {
    // keep the layout if only the boxes of the pool and the seats have changed
    const [was, is] = [this.places, places].map((each) => JSON.stringify({ ...each, pool: 0, seats: 0 }));
    this.places = places;
    this.control.rackOrder.rows = places?.rack?.rows ?? 1;
    if (was === is) return;
    this.root.classList.toggle('tt-parts', places !== null);
    const { width, height } = this.size;
    const now = this.root.getBoundingClientRect();
    // tiles stay as they are if the page makes room for something else in the same window
    this.resized(now.width !== width || now.height !== height);
  }

  private resized(grow = true): void {
    this.size = this.root.getBoundingClientRect();
    this.lay = new WeakMap();
    this.schedule({ still: true, grow });
  }

  private draw(): void {
    this.frame = 0;
    if (this.dirty) this.render();
    this.dirty = false;
    if (this.dragging) {
      this.picture.drag(this.lifted(this.dragging), this.scene!.fit.step);
      this.picture.mark?.follow(
        this.control,
        this.scene!,
        this.dragging.ids,
        this.target(this.dragging),
        this.soon,
      );
    }
  }

  private render(): void {
    const { width, height } = this.size;
    if (!width || !height || !(this.places ?? this.divide) || (this.stored && !this.late)) return;
    const { control } = this;
    const zones = Object.keys(control.zones).map((id) => ({
      id,
      tiles: at(control.draft, `zone:${id}`).map((piece) => piece.id),
    }));
    const { draft, near } = control;
    const { grow, showRack: rack, places } = this;
    const shown = rack ? control.rack : [];
    const order = places?.rack?.packed ? shown : rack ? control.rackOrder.order : [];
    const keep = this.tidied ? undefined : this.keep;
    const input = {
      width,
      height,
      places,
      draft,
      order,
      shown,
      breaks: control.rackOrder.breaks(order),
      zones,
      near,
      grow,
      slots: places?.rack?.slots ?? order.length,
      parts: control.rackOrder.count,
      rack,
      keep,
      divide: this.divide,
      see: this.pan?.see,
    };
    this.tidied = false;
    const laid = this.lay.get(draft.piles);
    this.scene = layout(input, this.scene && laid ? { ...this.scene, laid } : this.scene);
    this.lay.set(draft.piles, this.scene.laid);
    for (const [key, spot] of this.scene.fit.spots) near.set(key, spot);
    const had = this.focus;
    if (!this.focus || !this.scene.tiles.has(this.focus)) {
      this.focus = shown[0] ?? this.scene.tiles.keys().next().value ?? null;
    }
    const hadFocus = this.root.contains(document.activeElement);
    if (this.dragging?.ids.some((id) => !this.scene!.tiles.has(id))) this.input({ type: 'cancel' });
    const held = new Set(this.dragging?.ids);
    control.fits = this.late?.fitsOf(control, this.root);
    const clip = this.pan?.needed ? (place: Rect) => this.pan!.clip(place) : undefined;
    this.picture.render(control, this.scene, {
      focus: this.focus,
      cause: this.still ? null : this.cause,
      held,
      clip,
    });
    if (hadFocus && had !== this.focus && this.focus) this.picture.element(this.focus)?.focus();
    this.still = this.grow = false;
    this.change = null;
    this.picture.mark?.forget();
  }

  private get cause(): Cause {
    const { change, places, scene } = this;
    const { x, y, w } = scene!.table;
    // tiles that do not come from a known box enter from above the felt
    return { change, places, entry: { x: x + w / 2, y: y - scene!.tile.table.h, ...scene!.tile.table } };
  }

  private putPile(key: number, spot: { row: number; col: number }): void {
    if (!this.scene) return;
    this.scene = without(this.scene, key);
    this.lay.delete(this.control.draft.piles);
    this.control.near.set(key, spot);
  }

  private listen(): void {
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      handle: (event: HTMLElementEventMap[K]) => void,
    ): void => this.root.addEventListener(type, handle, { signal: this.stop.signal });
    on('pointerdown', (event) => this.down(event));
    on('pointermove', (event) => this.input({ type: 'move', ...this.pointer(event) }));
    on('pointerup', (event) => {
      this.upAt = event.timeStamp;
      this.input({ type: 'up', ...this.pointer(event) });
    });
    on('pointercancel', () => this.input({ type: 'cancel' }));
    on('contextmenu', (event) => event.preventDefault());
    on('dragstart', (event) => event.preventDefault());
    on('click', (event) => this.clicked(event));
    on('keydown', (event) => this.keyed(event));
    on('focusin', (event) => this.focused(event));
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || !this.scene) return;
    // the root element captures the pointer, because the pressed tile may be removed during the drag
    try {
      this.root.setPointerCapture(event.pointerId);
    } catch {
      // the pointer has already been released
    }
    this.touch = event.pointerType === 'touch';
    this.corner = this.root.getBoundingClientRect();
    const pointer = this.pointer(event);
    const under = this.hit(pointer.at);
    const id = this.picture.idOf(event.target) ?? ('id' in under ? under.id : null);
    const add = event.ctrlKey || event.shiftKey || event.metaKey;
    this.pointed = id;
    if (id) this.setFocus(id);
    this.input({ type: 'down', ...pointer, touch: this.touch, id, add });
    clearTimeout(this.timer);
    // add a millisecond, because event times are rounded
    const time = event.timeStamp + HOLD + 1;
    // on a busy page, waiting pointer events are delivered with the next frame
    const heard = (): void => void requestAnimationFrame(() => this.input({ type: 'wait', time }));
    this.timer = setTimeout(heard, HOLD);
  }

  private pointer(event: PointerEvent): { at: Point; time: number; pointer: number } {
    const { left, top } = this.corner;
    const point = { x: event.clientX - left, y: event.clientY - top };
    return { at: point, time: event.timeStamp, pointer: event.pointerId };
  }

  private input(input: Input): void {
    const [next, outputs] = gesture(this.gesture, input);
    this.gesture = next;
    for (const output of outputs) this.act(output);
  }

  private act(output: Output): void {
    const { control } = this;
    switch (output.do) {
      case 'tap':
        return output.id ? this.tapTile(output.id, output.at, output.add) : this.tapAt(output.at, output.add);
      case 'double':
        return control.double(output.id);
      case 'hold':
        if (document.documentElement.dataset.haptics !== 'off') navigator.vibrate?.(10);
        this.unheld = control.selected;
        return control.take(output.id);
      case 'unhold':
        control.selected = this.unheld;
        return this.schedule();
      case 'grab':
        return this.grab(output.id, output.whole, output.from);
      case 'drag':
        if (this.dragging) this.dragging = { ...this.dragging, at: output.at };
        return this.soon();
      case 'drop':
        return this.drop(output.at);
      case 'release':
        return this.release();
    }
  }

  private tapTile(id: Id, point: Point, add: boolean): void {
    const under = this.hit(point);
    this.control.tap('id' in under ? { ...under, id } : under, add);
  }

  private tapAt(point: Point, add: boolean): void {
    this.control.tap(this.late?.tapped(this.control, this.scene!, point) ?? this.hit(point), add);
  }

  private grab(id: Id, whole: boolean, from: Point): void {
    const { control } = this;
    const chosen = control.selected.includes(id) ? control.selected : [id];
    const ids = (whole ? control.wholeOf(id) : chosen).filter((each) => control.movable(each));
    if (!ids.length || !this.scene) return;
    const place = this.scene.tiles.get(id)!;
    // keep the pressed tile under the pointer
    const { w } = this.scene.tile.table;
    const size = ids.length > 1 ? w / place.w : 1;
    const first = Math.max(0, ids.indexOf(id)) * w;
    const grip = { x: (from.x - place.x) * size + first, y: (from.y - place.y) * size };
    this.dragging = { ids, at: from, grip, touch: this.touch };
    this.root.classList.add('tt-dragging');
  }

  /** On a touch screen, tiles are drawn above the finger, so that they and the spot below them can be seen. */
  private lifted(drag: Drag & { readonly touch: boolean }): Drag {
    const { at, grip, ids, touch } = drag;
    return touch ? { ...drag, at: { x: at.x, y: at.y - (this.heightOf(ids) - grip.y) - LIFT } } : drag;
  }

  /** Return the height of dragged tiles. Several tiles are drawn as large as on the table. */
  private heightOf(ids: readonly Id[]): number {
    const { tiles, tile } = this.scene!;
    return ids.length > 1 ? tile.table.h : tiles.get(ids[0]!)!.h;
  }

  /** Return the drop target for the dragged tiles. On a touch screen, it is determined by a point near their lower edge. */
  private target(drag: Drag & { readonly touch: boolean }): Hit {
    const { ids, grip, touch } = drag;
    const { at } = this.lifted(drag);
    const middle = touch ? { x: at.x, y: at.y - grip.y + this.heightOf(ids) * (1 - BELOW) } : at;
    const { tile, tiles } = this.scene!;
    // a single tile is drawn in the size of its origin
    const width = ids.length > 1 ? ids.length * tile.table.w : tiles.get(ids[0]!)!.w;
    return (
      this.late?.targetOf(this.control, this.scene!, { ids, at: middle, left: at.x - grip.x, width }) ??
      this.hit(middle)
    );
  }

  private hit({ x, y }: Point): Hit {
    return hit(this.scene!, x, y, this.control.draft);
  }

  private upAt = -Infinity;
  /** The selection before a hold, which is restored if the hold is undone. */
  private unheld: readonly Id[] = [];

  private drop(point: Point): void {
    const drag = this.dragging;
    if (!drag) return;
    const under = this.target({ ...drag, at: point });
    this.endDrag();
    this.control.drop(drag.ids, under);
    this.schedule();
    this.release(drag.ids);
  }

  private release(ids: readonly Id[] = this.dragging?.ids ?? []): void {
    this.endDrag();
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    // compute the layout first, so that the tiles move from the pointer towards their target
    if (this.dirty) {
      this.render();
      this.dirty = false;
    }
    if (this.scene) this.picture.release(ids, this.cause);
  }

  private endDrag(): void {
    this.dragging = null;
    this.picture.mark?.end();
    this.root.classList.remove('tt-dragging');
  }

  /** Treat a click as a tap if no pointer event preceded it, because such a click comes from assistive technology. */
  private clicked(event: MouseEvent): void {
    const id = this.picture.idOf(event.target);
    const place = id ? this.scene?.tiles.get(id) : undefined;
    if (event.timeStamp - this.upAt < ECHO || !id || !place) return;
    this.tapTile(id, { x: place.x + place.w / 2, y: place.y + place.h / 2 }, false);
  }

  /** Handle a key press. It acts on the focused tile, or on the selection if the focus is outside the widget. */
  keyed(event: KeyboardEvent): void {
    const { control, scene, late, pan } = this;
    if (!scene || !late) return;
    const here = this.root.contains(event.target as Node);
    const done = late.keyed(event, {
      ...{ control, scene, pan, here, pointed: this.focus === this.pointed },
      focus: here ? this.focus : (control.selected.at(-1) ?? null),
      tidy: () => this.tidy(),
      cancel: this.dragging && (() => this.input({ type: 'cancel' })),
      moveTo: (id) => (id ? this.setFocus(id, true) : this.takeFocus()),
    });
    if (done) event.preventDefault();
  }

  private focused(event: FocusEvent): void {
    const id = this.picture.idOf(event.target);
    if (id) this.setFocus(id);
  }

  private setFocus(id: Id, move = false): void {
    const before = this.focus && this.picture.element(this.focus);
    const el = this.picture.element(id);
    if (before) before.tabIndex = -1;
    if (!el) return;
    el.tabIndex = 0;
    this.focus = id;
    const place = this.scene?.tiles.get(id);
    if (place) this.pan?.reveal(place);
    if (!move) return;
    this.pointed = null;
    el.focus();
  }
}
