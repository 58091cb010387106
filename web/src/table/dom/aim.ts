/**
 * Computes the highlight for a drop target: its position, and whether the dropped tiles would form a meld there. All
 * functions in this module are pure.
 */

import { pileOf, type Draft, type Id } from '../state/draft';
import type { Control } from '../control';
import { fit, placeOf, type Fit } from '../layout/fit';
import { blocksOf, without, type Hit, type Rect, type Scene } from '../layout/layout';
import type { Moved } from '../state/moves';
import { makesMeld } from './target';

export interface Aim extends Rect {
  readonly look: 'zone' | 'slot' | 'rack' | 'good' | 'open' | 'new';
  /** Where each of the dragged tiles will lie on the table, or all tiles of their meld if it moves to another row. */
  readonly slots?: readonly Rect[];
  /** Where other tiles on the table will lie that move aside within their row. */
  readonly aside: ReadonlyMap<Id, Rect>;
}

const NONE: Aim['aside'] = new Map();

/** Return the highlight for a drop target, or null if the tiles cannot be dropped there. */
export function aimOf(control: Control, scene: Scene, ids: readonly Id[], under: Hit): Aim | null {
  const { piles } = control.draft;
  if (under.on === 'zone')
    return control.takes(under.zone, ids) ? { ...scene.zones.get(under.zone)!, look: 'zone', aside: NONE } : null;
  if (under.on === 'rack') {
    const next = under.before !== null && !ids.includes(under.before) && scene.tiles.get(under.before);
    const { x, y, w, h } = scene.rack;
    return next
      ? { x: next.x - 5, y: next.y, w: 4, h: next.h, look: 'slot', aside: NONE }
      : { x, y, w, h, look: 'rack', aside: NONE };
  }
  const onto = under.on === 'pile' && piles.find((pile) => pile.key === under.key);
  if (!control.mayLay(ids) || (onto && onto.ids.every((id) => ids.includes(id)))) return null;
  const moved = control.moved(ids, under);
  const after = layoutAfter(control, scene, moved, under);
  const there = after && rectOf(after, moved.draft, moved.key!);
  const slotsOf = (all: readonly Id[]): Rect[] =>
    after ? all.flatMap((id) => slotOf(after, moved.draft, id) ?? []) : [];
  const good = makesMeld(moved);
  const aside = after ? asideIn(after, scene, moved.draft, ids) : NONE;
  if (under.on === 'table') return there && { ...there, slots: slotsOf(ids), aside, look: good ? 'good' : 'new' };
  const now = scene.piles.get(under.key)!;
  const stays = there?.y === now.y;
  const rect = stays ? there : now;
  const grown = moved.draft.piles.find(({ key }) => key === moved.key);
  return {
    x: rect.x - 3,
    y: rect.y - 3,
    w: rect.w + 6,
    h: rect.h + 6,
    slots: slotsOf(stays || !grown ? ids : grown.ids),
    aside,
    look: good ? 'good' : 'open',
  };
}

/** Return the new boxes of the tiles that move aside within their row. */
function asideIn(after: Fit, scene: Scene, draft: Draft, ids: readonly Id[]): Map<Id, Rect> {
  const found = new Map<Id, Rect>();
  for (const id of draft.piles.flatMap((pile) => pile.ids)) {
    const [was, is] = [scene.tiles.get(id), slotOf(after, draft, id)];
    if (was?.area !== 'table' || !is || ids.includes(id)) continue;
    if (was.y === is.y && was.w === is.w && was.x !== is.x) found.set(id, is);
  }
  return found;
}

/** Return the layout of the melds once the tiles have been dropped, or null if they cannot be dropped there. */
function layoutAfter(control: Control, scene: Scene, { draft, key }: Moved, under: Hit): Fit | null {
  if (key === undefined) return null;
  const near = new Map(control.near);
  if (under.on === 'table') near.set(key, under.spot);
  const whole = under.on === 'table' && control.draft.piles.some((pile) => pile.key === key);
  const { laid: before, limits } = whole ? without(scene, key) : scene;
  const laid = fit(before.area, blocksOf(draft, near), { ...limits, grow: false }, before);
  // if the felt is too small to show all melds, keep its scroll position
  const { tile, step, pitch, left, top } = laid.tile.w === before.tile.w ? scene.fit : laid;
  return { ...laid, tile, step, pitch, left, top };
}

function slotOf(laid: Fit, draft: Draft, id: Id): Rect | null {
  const pile = pileOf(draft, id);
  const rect = pile && rectOf(laid, draft, pile.key);
  return rect ? { ...rect, x: rect.x + laid.step * pile.ids.indexOf(id), w: laid.tile.w } : null;
}

function rectOf(laid: Fit, draft: Draft, key: number): Rect | null {
  const spot = laid.spots.get(key);
  const pile = draft.piles.find((each) => each.key === key);
  if (!spot || !pile) return null;
  return { ...placeOf(laid, spot), w: laid.step * (pile.ids.length - 1) + laid.tile.w, h: laid.tile.h };
}
