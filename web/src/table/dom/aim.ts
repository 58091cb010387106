/**
 * Where dragged tiles would go, and how that is shown. Pure.
 *
 * A meld close by attracts tiles that fit it; what is shown is where they will lie.
 */

import type { Draft, Id, Pile } from '../state/draft';
import type { Control } from '../control';
import { placeOf, spotAt, type Fit } from '../layout/fit';
import { hit, refitted, type Hit, type Rect, type Scene } from '../layout/layout';
import type { Moved } from '../state/moves';

/** Dragged tiles: the point that counts, and the rectangle in which they are drawn. */
export interface Hand {
  readonly ids: readonly Id[];
  readonly at: { readonly x: number; readonly y: number };
  readonly left: number;
  readonly width: number;
}

export interface Aim extends Rect {
  readonly look: 'zone' | 'slot' | 'rack' | 'good' | 'open' | 'new';
}

/** How far from the end of a meld tiles may be, in tiles, to be drawn to it: what is dragged is shown where. */
const REACH = 0.75;

/** The target of a drop: what lies under the point, or the meld beside it that the tiles fit. */
export function targetOf(control: Control, scene: Scene, hand: Hand, reach = REACH): Hit {
  const { at, ids, left, width } = hand;
  const under = hit(scene, at.x, at.y, control.draft);
  if (under.on !== 'table') return under;
  const { tile } = scene.fit;
  let best: Hit = { on: 'table', spot: spotAt(scene.fit, left + tile.w / 2, at.y) };
  let nearest = reach * tile.w;
  for (const pile of control.draft.piles) {
    const rect = scene.piles.get(pile.key);
    if (!rect || Math.abs(rect.y + rect.h / 2 - at.y) > scene.fit.pitch / 2) continue;
    const gap = Math.max(rect.x - left - width, left - rect.x - rect.w);
    if (gap > nearest || !mayDraw(control, pile, ids)) continue;
    const beside: Hit = { on: 'pile', key: pile.key, at: left < rect.x ? 0 : pile.ids.length, id: null };
    if (!makesMeld(control.moved(ids, beside))) continue;
    nearest = gap;
    best = beside;
  }
  return best;
}

/** A meld does not attract its own tiles, nor rack tiles that may not be laid off before the opening. */
function mayDraw({ law, draft }: Control, pile: Pile, ids: readonly Id[]): boolean {
  if (pile.ids.every((id) => ids.includes(id))) return false;
  return !law.opening || pile.ids.every((id) => draft.pieces.get(id)!.origin !== 'table');
}

const pileWith = ({ draft, key }: Moved): Pile | undefined => draft.piles.find((pile) => pile.key === key);

const makesMeld = (moved: Moved): boolean => !moved.obstacle && (pileWith(moved)?.kind ?? null) !== null;

/** What is drawn for a target: where the tiles would lie, and whether they would make a meld. */
export function aimOf(control: Control, scene: Scene, ids: readonly Id[], under: Hit): Aim | null {
  const { piles } = control.draft;
  if (under.on === 'zone') return control.takes(under.zone, ids) ? { ...scene.zones.get(under.zone)!, look: 'zone' } : null;
  if (under.on === 'rack') {
    const next = under.before !== null && !ids.includes(under.before) && scene.tiles.get(under.before);
    return next ? { x: next.x - 5, y: next.y, w: 4, h: next.h, look: 'slot' } : { ...scene.rack, look: 'rack' };
  }
  const onto = under.on === 'pile' && piles.find((pile) => pile.key === under.key);
  if (!control.mayLay(ids) || (onto && onto.ids.every((id) => ids.includes(id)))) return null;
  const moved = control.moved(ids, under);
  const there = resting(control, scene, moved, under);
  const good = makesMeld(moved);
  if (under.on === 'table') return there && { ...there, look: good ? 'good' : 'new' };
  const now = scene.piles.get(under.key)!;
  const rect = there?.y === now.y ? around(now, there) : now;
  return { x: rect.x - 3, y: rect.y - 3, w: rect.w + 6, h: rect.h + 6, look: good ? 'good' : 'open' };
}

const around = (a: Rect, b: Rect): Rect => {
  const x = Math.min(a.x, b.x);
  return { x, y: a.y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: a.h };
};

/** Where the pile that gets the tiles will lie. */
function resting(control: Control, scene: Scene, { draft, key }: Moved, under: Hit): Rect | null {
  if (key === undefined) return null;
  const near = new Map(control.near);
  if (under.on === 'table') near.set(key, under.spot);
  const whole = under.on === 'table' && control.draft.piles.some((pile) => pile.key === key);
  const fit = refitted(whole ? without(scene, key) : scene, draft, near);
  return rectOf(fit, draft, key);
}

function rectOf(fit: Fit, draft: Draft, key: number): Rect | null {
  const spot = fit.spots.get(key);
  const pile = draft.piles.find((each) => each.key === key);
  if (!spot || !pile) return null;
  return { ...placeOf(fit, spot), w: fit.tile.w * pile.ids.length, h: fit.tile.h };
}

/** The scene without the place of a pile, so that a new place is found for it. */
export function without(scene: Scene, key: number): Scene {
  const spots = new Map(scene.fit.spots);
  spots.delete(key);
  return { ...scene, fit: { ...scene.fit, spots } };
}
