/** Renders the scene in one pass. Elements are keyed and never move in the document. */

import type { Aim } from './aim';
import { flawOf, isLocked, numberOf, worth, type Law } from '../../rules';
import {
  faceOf,
  laidOf,
  meldOf,
  untouched,
  type Draft,
  type Id,
  type Pile,
} from '../state/draft';
import type { Control } from '../control';
import { faceNodes, letterOf, lock } from './faces';
import type { Place, Rect, Scene } from '../layout/layout';
import type { Labels, TileLabel } from '../labels';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The tiles under the pointer: the first of them is at the point. */
export interface Drag {
  readonly ids: readonly Id[];
  readonly at: Point;
  readonly grip: Point;
}

/** What rendering needs besides the scene: `held` are the tiles that follow the pointer. */
export interface Rendering {
  readonly focus: Id | null;
  /** Where new tiles come from. */
  readonly entry: Point;
  readonly still: boolean;
  readonly held: ReadonlySet<Id>;
}

interface Shown {
  readonly el: HTMLButtonElement;
  face: string;
  look: string;
  place: string;
}

export class Picture {
  private readonly tiles = new Map<Id, Shown>();
  private readonly piles = new Map<number, { el: HTMLElement; look: string }>();
  private readonly zones = new Map<string, HTMLElement>();
  private readonly table = region('tt-table');
  private readonly rack = region('tt-rack');
  private readonly mark = region('tt-mark');
  private readonly uid = `tt${++made}`;

  constructor(
    private readonly root: HTMLElement,
    private readonly labels: Labels,
  ) {
    this.mark.hidden = true;
    this.mark.setAttribute('aria-hidden', 'true');
    this.mark.removeAttribute('role');
    root.append(this.table, this.rack, this.mark);
  }

  element(id: Id): HTMLButtonElement | undefined {
    return this.tiles.get(id)?.el;
  }

  /** The tile to which a DOM node belongs. */
  idOf(node: EventTarget | null): Id | null {
    const el = node instanceof Element ? node.closest<HTMLElement>('.tt-tile') : null;
    return el && this.root.contains(el) ? el.dataset.id! : null;
  }

  render(
    control: Control,
    scene: Scene,
    how: Rendering,
  ): void {
    const { draft } = control;
    const { still } = how;
    this.root.classList.toggle('tt-still', still);
    this.root.style.setProperty('--tt-w', `${scene.tile.table.w}px`);
    this.root.style.setProperty('--tt-h', `${scene.tile.table.h}px`);
    this.root.style.setProperty('--tt-rw', `${scene.tile.rack.w}px`);
    this.root.style.setProperty('--tt-rh', `${scene.tile.rack.h}px`);
    this.root.style.setProperty('--tt-zw', `${scene.tile.zone.w}px`);
    this.root.style.setProperty('--tt-zh', `${scene.tile.zone.h}px`);
    // the background of the table continues under the zones
    box(this.table, { ...scene.table, h: scene.rack.y });
    box(this.rack, scene.rack);
    this.rack.hidden = scene.rack.h === 0;
    this.zonesOf(scene, control);
    this.pilesOf(control, scene);
    this.tilesOf(control, scene, how);
    const idle = draft.piles.length ? '' : (this.labels.empty?.(control.mode === 'play') ?? '');
    if (this.table.textContent !== idle) this.table.textContent = idle;
    label(this.table, this.labels.table(draft.piles.length));
    own(this.table, draft.piles.map(({ key }) => `${this.uid}-m${key}`));
    label(this.rack, this.labels.rack(control.rack.length));
    own(this.rack, control.rack.map((id) => this.name(id)));
  }

  private name = (id: Id): string => `${this.uid}-${id}`;

  private zonesOf(scene: Scene, control: Control): void {
    for (const [zone, el] of this.zones) if (!scene.zones.has(zone)) (el.remove(), this.zones.delete(zone));
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
      label(el, text);
      own(el, ids.map(this.name));
    }
  }

  private pilesOf(control: Control, scene: Scene): void {
    const { draft, law } = control;
    for (const [key, { el }] of this.piles) if (!scene.piles.has(key)) (el.remove(), this.piles.delete(key));
    const laid = laidOf(draft);
    draft.piles.forEach((pile, i) => {
      let shown = this.piles.get(pile.key);
      if (!shown) {
        const el = region('tt-pile');
        el.id = `${this.uid}-m${pile.key}`;
        this.mark.before(el);
        shown = { el, look: '' };
        this.piles.set(pile.key, shown);
      }
      const { el } = shown;
      const meld = meldOf(draft, pile);
      const locked = lockedIn(draft, pile, law);
      const look = `tt-pile${meld ? '' : ' tt-bad'}${locked ? ' tt-locked' : ''}`;
      if (shown.look !== look) el.className = shown.look = look;
      box(el, scene.piles.get(pile.key)!);
      badge(el, meld ? (locked ? 'lock' : '') : '!');
      const flaw = meld ? null : flawOf(laid[i]!.tiles);
      const of = draft.piles.length;
      label(el, this.labels.meld({ number: i + 1, of, meld, flaw, points: worth(meld), locked }));
      own(el, pile.ids.map(this.name));
    });
  }

  private tilesOf(
    control: Control,
    scene: Scene,
    { focus, entry, still, held }: Rendering,
  ): void {
    for (const [id, { el }] of this.tiles) if (!scene.tiles.has(id)) (el.remove(), this.tiles.delete(id));
    const fresh: Shown[] = [];
    const looks = looksOf(control, scene);
    for (const [id, place] of scene.tiles) {
      let shown = this.tiles.get(id);
      if (!shown) {
        shown = this.made(id);
        if (!still) {
          shown.el.style.translate = `${entry.x}px ${entry.y}px`;
          fresh.push(shown);
        }
      }
      this.face(shown, control.draft, id);
      const { look, where } = looks(id, place);
      const full = `${look}${id === focus ? ' tt-focus' : ''}|${JSON.stringify(where)}`;
      if (shown.look !== full) {
        shown.look = full;
        shown.el.className = held.has(id) ? `${look} ${dragged(held.size)}` : look;
        shown.el.tabIndex = id === focus ? 0 : -1;
        shown.el.setAttribute('aria-pressed', String(where.selected));
        label(shown.el, this.labels.tile(control.draft.pieces.get(id)!.tile, where));
      }
    }
    // new tiles start where they come from, one after the other
    if (fresh.length) void this.root.offsetWidth;
    for (const [id, place] of scene.tiles) this.move(this.tiles.get(id)!, place, held.has(id));
    fresh.forEach(({ el }, i) => el.style.setProperty('--tt-i', String(Math.min(i, 12))));
  }

  private made(id: Id): Shown {
    const el = document.createElement('button');
    el.type = 'button';
    el.id = this.name(id);
    el.dataset.id = id;
    const shown = { el, face: '', look: '', place: '' };
    this.tiles.set(id, shown);
    this.mark.before(el);
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

  private move(shown: Shown, { x, y }: Place, held: boolean): void {
    const place = `${x}px ${y}px`;
    if (shown.place !== place) shown.el.style.removeProperty('--tt-i');
    shown.place = place;
    if (!held && shown.el.style.translate !== place) shown.el.style.translate = place;
  }

  /** Let the dragged tiles follow the pointer; nothing else is touched. */
  drag({ ids, at, grip }: Drag, step: number): void {
    ids.forEach((id, i) => {
      const shown = this.tiles.get(id);
      if (!shown) return;
      shown.el.classList.add(...dragged(ids.length).split(' '));
      shown.el.style.translate = `${at.x - grip.x + i * step}px ${at.y - grip.y}px`;
    });
  }

  release(ids: readonly Id[]): void {
    for (const id of ids) {
      const shown = this.tiles.get(id);
      if (!shown) continue;
      void shown.el.offsetWidth;
      shown.el.classList.remove('tt-drag', 'tt-many');
      if (shown.place) shown.el.style.translate = shown.place;
    }
  }

  /** Show the target of a drop, and whether it would make a meld; null for no target. */
  aim(target: Aim | null): void {
    this.mark.hidden = target === null;
    if (!target) return;
    this.mark.className = `tt-mark tt-aim-${target.look}`;
    box(this.mark, target);
  }
}

/** Several dragged tiles are drawn as they will lie on the table. */
const dragged = (tiles: number): string => (tiles > 1 ? 'tt-drag tt-many' : 'tt-drag');

let made = 0;

const shownNumber = (tile: number): boolean => tile < 256;

const groupNumber = (draft: Draft, pile: Pile): number | null => {
  const meld = meldOf(draft, pile);
  return meld?.kind === 'group' ? numberOf(meld.naturals[0]!) : null;
};

/** Whether a pile is locked: a meld with a joker from the start of the turn, under that joker law. */
const lockedIn = (draft: Draft, pile: Pile, law: Law): boolean =>
  isLocked(meldOf(draft, pile), law) &&
  pile.ids.some((id) => draft.start.some((was) => was.ids.includes(id) && isLocked(meldOf(draft, was), law)));

/** The look and the label of each tile. */
function looksOf(
  control: Control,
  scene: Scene,
): (id: Id, place: Place) => { look: string; where: TileLabel } {
  const { draft, law } = control;
  const home = new Map<Id, { pile: Pile; number: number; at: number; locked: boolean }>();
  draft.piles.forEach((pile, n) => {
    const locked = lockedIn(draft, pile, law);
    pile.ids.forEach((id, at) => home.set(id, { pile, number: n + 1, at: at + 1, locked }));
  });
  const rack = new Map(control.rack.map((id, i) => [id, i + 1]));
  const selected = new Set(control.selected);
  const watched = control.watched !== null;
  const known = new Set(control.history.draft.start.flatMap((pile) => pile.ids));
  const ghost = control.mode === 'ghost' && !control.watched && !untouched(draft);
  return (id, place) => {
    const piece = draft.pieces.get(id)!;
    const lies = home.get(id);
    const placed = lies !== undefined && piece.origin !== 'table';
    const face = lies ? faceOf(draft, lies.pile, lies.at - 1) : null;
    const joker = !shownNumber(piece.tile);
    const strange = watched && lies !== undefined && !known.has(id);
    const last = !control.hinted && (control.last.has(id) || strange);
    const hinted = control.hinted && strange;
    const where: TileLabel = {
      area: place.area,
      ...(place.area === 'zone' ? { zone: piece.origin.slice(5) } : {}),
      ...(lies ? { meld: { number: lies.number, of: draft.piles.length } } : {}),
      at: lies?.at ?? rack.get(id) ?? 1,
      of: lies?.pile.ids.length ?? scene.order.length,
      ...(joker && typeof face === 'number' ? { as: face } : {}),
      ...(joker && face === 'group' ? { asNumber: groupNumber(draft, lies!.pile)! } : {}),
      selected: selected.has(id),
      placed,
      locked: lies?.locked ?? false,
      valid: !lies || meldOf(draft, lies.pile) !== null,
      last,
      hinted,
    };
    const look = [
      'tt-tile',
      `tt-on-${place.area}`,
      where.selected && 'tt-selected',
      placed && (ghost ? 'tt-ghost' : 'tt-placed'),
      last && 'tt-last',
      (hinted || (!lies && control.marked.has(id))) && 'tt-hint',
      where.locked && joker && 'tt-fast',
      !control.movable(id) && 'tt-fixed',
    ];
    return { look: look.filter(Boolean).join(' '), where };
  };
}

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

/** The small sign at the corner of a meld: that it is none, or that it is locked. */
function badge(el: HTMLElement, sign: string): void {
  if (el.dataset.sign === sign) return;
  el.dataset.sign = sign;
  const span = document.createElement('span');
  span.className = 'tt-badge';
  span.setAttribute('aria-hidden', 'true');
  if (sign) span.append(sign === 'lock' ? lock() : sign);
  el.replaceChildren(span);
}

function label(el: HTMLElement, text: string): void {
  if (el.getAttribute('aria-label') !== text) el.setAttribute('aria-label', text);
}

function own(el: HTMLElement, ids: readonly string[]): void {
  const text = ids.join(' ');
  if ((el.getAttribute('aria-owns') ?? '') !== text) el.setAttribute('aria-owns', text);
}

