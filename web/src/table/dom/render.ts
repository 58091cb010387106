/** Renders the table, rack and zones in one pass. Elements are keyed, and they never move within the document. */

import type { Mark } from './mark';
import { faceOf, meldOf, type Draft, type Id } from '../state/draft';
import type { Control } from '../control';
import { faceNodes, letterOf } from './faces';
import { groupNumber, lockedIn, looksOf, shownNumber } from './looks';
import type { Place, Rect, Scene } from '../layout/layout';
import type { Cause, Change } from '../motion/flights';
import type { Carry } from '../motion/carry';
import type { Flying, Motion } from '../motion/motion';
import type { Labels } from '../labels';
import type { Descriptions } from './text';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The dragged tiles. The pointer is on the first of these tiles. */
export interface Drag {
  readonly ids: readonly Id[];
  readonly at: Point;
  readonly grip: Point;
}

/** The parameters for rendering. `held` is the set of tiles that follow the pointer. */
export interface Rendering {
  readonly focus: Id | null;
  /** The cause of the change, which determines the animation. If it is null, nothing is animated. */
  readonly cause: Cause | null;
  readonly held: ReadonlySet<Id>;
  /** Returns the CSS `clip-path` for a box that is partly outside the visible part of the felt. */
  readonly clip?: ((place: Rect) => string | null) | undefined;
}

interface Shown {
  readonly el: HTMLButtonElement;
  face: string;
  look: string;
  at?: Place | undefined;
  /** The position of the element while it is dragged. */
  drag?: Point | undefined;
}

export class Picture {
  readonly tiles = new Map<Id, Shown>();
  readonly piles = new Map<number, { el: HTMLElement; look: string; signs: string }>();
  readonly zones = new Map<string, HTMLElement>();
  readonly table = region('tt-table');
  readonly rack = region('tt-rack');
  private readonly marks = document.createElement('div');
  private motion: Motion | undefined;
  private carry: Carry | undefined;
  private words: Descriptions | undefined;
  private soon: ((work: () => void) => void) | undefined;
  /** The drop marker. */
  mark: Mark | undefined;
  private readonly uid = `tt${++made}`;

  constructor(
    private readonly root: HTMLElement,
    private readonly labels: Labels,
  ) {
    this.marks.className = 'tt-marks';
    root.append(this.table, this.rack, this.marks);
  }

  element(id: Id): HTMLButtonElement | undefined {
    return this.tiles.get(id)?.el;
  }

  /** Return a DOM node's tile id. */
  idOf(node: EventTarget | null): Id | null {
    const el = node instanceof Element ? node.closest<HTMLElement>('.tt-tile') : null;
    return el && this.root.contains(el) ? el.dataset.id! : null;
  }

  render(control: Control, scene: Scene, how: Rendering): void {
    const { draft } = control;
    this.root.style.setProperty('--tt-w', `${scene.tile.table.w}px`);
    this.root.style.setProperty('--tt-h', `${scene.tile.table.h}px`);
    this.root.style.setProperty('--tt-rw', `${scene.tile.rack.w}px`);
    this.root.style.setProperty('--tt-rh', `${scene.tile.rack.h}px`);
    this.root.style.setProperty('--tt-zw', `${scene.tile.zone.w}px`);
    this.root.style.setProperty('--tt-zh', `${scene.tile.zone.h}px`);
    // the table's background extends below the zones
    box(this.table, this.root.classList.contains('tt-parts') ? scene.table : { ...scene.table, h: scene.rack.y });
    box(this.rack, scene.rack);
    this.rack.hidden = scene.rack.h === 0;
    this.zonesOf(scene, control);
    this.pilesOf(control, scene, how);
    this.tilesOf(control, scene, how);
    const idle = draft.piles.length ? '' : (this.labels.empty?.(control.mode === 'play') ?? '');
    if (this.table.textContent !== idle) this.table.textContent = idle;
    // the labels may load later than a change that has yet to be rendered
    this.tell = (at) => {
      if (control.draft === draft) this.words?.pieces(control, scene, this).forEach((piece) => at(piece));
    };
    // moving tiles come first
    this.tell((how.cause?.change && this.soon) || now);
  }

  /** Updates the labels of the rendered tiles and melds. */
  private tell: (at: (piece: () => void) => void) => void = () => {};

  private zonesOf(scene: Scene, control: Control): void {
    for (const [zone, el] of this.zones) {
      if (scene.zones.has(zone)) continue;
      el.remove();
      this.zones.delete(zone);
    }
    for (const [zone, rect] of scene.zones) {
      let el = this.zones.get(zone);
      if (!el) {
        el = region('tt-zone');
        el.dataset.zone = zone;
        this.table.after(el);
        this.zones.set(zone, el);
      }
      const ids = [...control.draft.pieces.values()]
        .filter((p) => p.origin === `zone:${zone}` && scene.tiles.get(p.id)?.area === 'zone')
        .map((p) => p.id);
      const text = this.labels.zone(zone, ids.length);
      if (el.textContent !== text) el.textContent = text;
      el.classList.toggle('tt-open', control.zones[zone]?.drop === true);
      box(el, rect);
    }
  }

  private pilesOf(control: Control, scene: Scene, { clip }: Rendering): void {
    const { draft, law } = control;
    for (const [key, { el }] of this.piles) {
      if (scene.piles.has(key)) continue;
      el.remove();
      this.piles.delete(key);
    }
    // avatars are useful only if more than one player has changed melds
    const signed = control.sign && !control.hinted && new Set(control.touched.values()).size > 1;
    for (const pile of draft.piles) {
      let shown = this.piles.get(pile.key);
      if (!shown) {
        const el = region('tt-pile');
        el.id = `${this.uid}-m${pile.key}`;
        this.marks.before(el);
        shown = { el, look: '', signs: '' };
        this.piles.set(pile.key, shown);
      }
      const { el } = shown;
      const meld = meldOf(draft, pile);
      const locked = lockedIn(draft, pile, law);
      const changed = control.provisional && !control.real.start.some((was) => `${was.ids}` === `${pile.ids}`);
      const open = changed && pile.ids.some((id) => draft.pieces.get(id)!.origin === 'table');
      const look = `tt-pile${meld ? '' : ' tt-bad'}${locked ? ' tt-locked' : ''}${open ? ' tt-unfinished' : ''}${control.fits?.has(pile.key) ? ' tt-fits' : ''}`;
      if (shown.look !== look) el.className = shown.look = look;
      const rect = scene.piles.get(pile.key)!;
      box(el, rect);
      cut(el, clip?.(rect));
      const by = signed ? control.touched.get(pile.key) : undefined;
      const signs = `${!meld} ${by}`;
      if (shown.signs !== signs)
        el.replaceChildren(...(meld ? [] : [badge()]), ...(by === undefined ? [] : [control.sign!(by)]));
      shown.signs = signs;
    }
  }

  private tilesOf(control: Control, scene: Scene, { focus, cause, held, clip }: Rendering): void {
    const changes: Change[] = [];
    for (const [id, { el, at }] of this.tiles) {
      if (scene.tiles.has(id)) continue;
      this.tiles.delete(id);
      this.carry?.put(el);
      changes.push({ el, before: at, after: undefined });
    }
    const looks = looksOf(control, scene);
    const rest: (() => void)[] = [];
    const round = ++this.round;
    for (const [id, place] of scene.tiles) {
      const shown = this.tiles.get(id) ?? this.made(id);
      this.face(shown, control.draft, id);
      const moves = this.move(shown, place, held.has(id));
      const dress = (): void => dressed(shown, looks(id, place).look, id === focus);
      if (moves.length || !cause?.change || !this.soon) dress();
      else rest.push(dress);
      cut(shown.el, place.area === 'table' && !held.has(id) ? clip?.(place) : '');
      changes.push(...moves);
    }
    // render the moving tiles first, and update the tiles at rest afterwards
    if (rest.length) this.soon!(() => round === this.round && rest.forEach(now));
    this.show(changes, cause);
  }

  private round = 0;

  private made(id: Id): Shown {
    const el = document.createElement('button');
    el.type = 'button';
    el.id = `${this.uid}-${id}`;
    el.dataset.id = id;
    const shown: Shown = { el, face: '', look: '' };
    this.tiles.set(id, shown);
    this.marks.before(el);
    return shown;
  }

  private face(shown: Shown, draft: Draft, id: Id): void {
    const { tile } = draft.pieces.get(id)!;
    const pile = draft.piles.find(({ ids }) => ids.includes(id));
    const face = pile && !shownNumber(tile) ? faceOf(draft, pile, pile.ids.indexOf(id)) : null;
    const number = face === 'group' ? groupNumber(draft, pile!) : null;
    const key = `${tile}/${face}/${number}`;
    if (shown.face === key) return;
    shown.face = key;
    shown.el.dataset.c = letterOf(tile);
    shown.el.replaceChildren(...faceNodes(tile, face, number));
  }

  private move(shown: Shown, place: Place, held: boolean): Change[] {
    const { el, at, drag } = shown;
    shown.at = place;
    if (held) return [];
    shown.drag = undefined;
    if (drag) this.carry?.put(el);
    const before = at && drag ? { ...at, ...drag } : at;
    el.style.translate = `${place.x}px ${place.y}px`;
    if (before && before.x === place.x && before.y === place.y && before.w === place.w) return [];
    return [{ el, before, after: place }];
  }

  /** Move the dragged tiles with the pointer without rendering anything else. */
  drag({ ids, at, grip }: Drag, step: number): void {
    this.carry?.side(
      ids.map((id) => this.tiles.get(id)),
      { x: at.x - grip.x, y: at.y - grip.y },
      step,
    );
  }

  release(ids: readonly Id[], cause: Cause): void {
    const changes = [...ids, ...(this.mark?.left() ?? [])].flatMap((id) => {
      const shown = this.tiles.get(id);
      shown?.el.classList.remove('tt-drag', 'tt-many');
      return shown?.at ? this.move(shown, shown.at, false) : [];
    });
    this.show(changes, cause);
  }

  /** Set the code that was loaded later, including the code that animates tiles. */
  set late({ Carry, Mark, Motion, Descriptions, soon, flightsOf, backsOf }: typeof import('../deferred')) {
    this.words = new Descriptions(this.labels);
    this.soon = soon;
    this.tell(now);
    this.carry = new Carry();
    this.mark = new Mark(this.marks, this.tiles, this.carry);
    this.motion = new Motion();
    this.flights = (changes, cause) => [...backsOf(this.root, cause), ...flightsOf(changes, cause)];
    if (this.waiting) this.show(...this.waiting);
  }

  /** A deal that was rendered before the animation code was loaded. */
  private waiting: readonly [readonly Change[], Cause] | undefined;

  private flights: (changes: readonly Change[], cause: Cause) => readonly Flying[] = () => [];

  /** Finish all running animations. If there is a cause, animate these changes afterwards. */
  private show(changes: readonly Change[], cause: Cause | null): void {
    this.motion?.finish();
    this.waiting = !this.motion && cause?.change?.dealt ? [changes, cause] : undefined;
    this.root.classList.toggle('tt-dealing', this.waiting !== undefined);
    const flying = cause ? this.flights(changes, cause) : [];
    for (const { el, after } of changes) {
      if (!after && !flying.some((each) => each.el === el)) el.remove();
    }
    this.motion?.fly(flying);
  }
}

const now = (work: () => void): void => work();

/** Update the CSS classes of a tile, preserving those that mark a dragged or hidden tile. */
function dressed(shown: Shown, look: string, focus: boolean): void {
  const { el } = shown;
  if (shown.look === look + focus) return;
  shown.look = look + focus;
  el.className = [look, ...['tt-drag', 'tt-many', 'tt-out'].filter((each) => el.classList.contains(each))].join(
    ' ',
  );
  el.tabIndex = focus ? 0 : -1;
}

let made = 0;

function region(name: string): HTMLElement {
  const el = document.createElement('div');
  el.className = name;
  el.setAttribute('role', 'group');
  return el;
}

const boxes = new WeakMap<HTMLElement, string>();

function box(el: HTMLElement, { x, y, w, h }: Rect): void {
  const key = `${x},${y},${w},${h}`;
  if (boxes.get(el) === key) return;
  boxes.set(el, key);
  el.style.translate = `${x}px ${y}px`;
  el.style.width = `${w}px`;
  el.style.height = `${h}px`;
}

/** Set the clip path of an element, or hide the element if the clip path is null. */
function cut(el: HTMLElement, clip: string | null = ''): void {
  el.classList.toggle('tt-out', clip === null);
  if (el.style.clipPath !== (clip ?? '')) el.style.clipPath = clip ?? '';
}

/** Return the small sign that is shown at the corner of an invalid pile. */
function badge(): HTMLElement {
  const sign = document.createElement('span');
  sign.className = 'tt-badge';
  sign.setAttribute('aria-hidden', 'true');
  return sign;
}
