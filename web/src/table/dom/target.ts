/** Finds the target of dragged tiles: a nearby meld attracts tiles that fit it. Pure functions. */

import { pileOf, type Id, type Pile } from '../state/draft';
import type { Control } from '../control';
import { TILE, spotAt } from '../layout/grid';
import { inside } from '../layout/geometry';
import { hit } from '../layout/hit';
import type { Hit, Scene } from '../layout/layout';
import { fitting } from '../state/fitting';
import type { Moved } from '../state/moves';

/** Dragged tiles: their reference point, and the rectangle in which they are drawn. */
export interface Hand {
  readonly ids: readonly Id[];
  readonly at: { readonly x: number; readonly y: number };
  readonly left: number;
  readonly width: number;
}

/** The distance from its end within which a meld attracts dragged tiles, in tile widths. */
const REACH = 0.75;
/** The same distance for a single tile put down by a tap. Several tiles form a new meld there instead. */
const TAPPED = 0.4;

/**
 * The target of a drop: the element under the point, or a nearby meld that the tiles fit. If they
 * fit neither, for example in the gap between two melds, they become a new meld.
 */
export function targetOf(control: Control, scene: Scene, hand: Hand, reach = REACH): Hit {
  const { at, ids, left, width } = hand;
  const under = hit(scene, at.x, at.y, control.draft);
  if (under.on === 'rack' || under.on === 'zone') return under;
  if (
    under.on === 'pile' &&
    (inside(scene.piles.get(under.key)!, at.x, at.y) ||
      ids.some((id) => pileOf(control.draft, id)?.key === under.key))
  )
    return under;
  const { tile } = scene.fit;
  let best: Hit = { on: 'table', spot: spotAt(scene.fit, left + tile.w / 2, at.y) };
  let nearest = reach * tile.w;
  for (const pile of control.draft.piles) {
    const rect = scene.piles.get(pile.key);
    if (!rect || Math.abs(rect.y + rect.h / 2 - at.y) > scene.fit.pitch / 2) continue;
    const gap = Math.max(rect.x - left - width, left - rect.x - rect.w);
    if (gap > nearest || !mayDraw(control, pile, ids)) continue;
    const beside: Hit & { on: 'pile' } = {
      on: 'pile',
      key: pile.key,
      at: left < rect.x ? 0 : pile.ids.length,
      id: null,
    };
    // with fewer than three tiles, the pile may still become a meld
    if (!makesMeld(control.moved(ids, beside)) && fitting(control.draft, ids, beside).taken.length !== ids.length)
      continue;
    nearest = gap;
    best = beside;
  }
  return best;
}

/** The target of a tap: picked tiles are centred on the point. */
export function tapped(control: Control, scene: Scene, at: Hand['at']): Hit {
  const { selected: ids, draft } = control;
  const { w } = scene.tile.table;
  const under = ids.length
    ? targetOf(control, scene, { ids, at, left: at.x - w / 2, width: w }, ids[1] ? 0 : TAPPED)
    : hit(scene, at.x, at.y, draft);
  if (under.on !== 'table') return under;
  return {
    on: 'table',
    spot: { ...under.spot, col: Math.max(0, under.spot.col - (ids.length - 1) * (TILE / 2)) },
  };
}

/**
 * True if a meld may attract these tiles: not its own, and not rack tiles that may not be added to
 * it before the opening.
 */
function mayDraw({ law, draft }: Control, pile: Pile, ids: readonly Id[]): boolean {
  if (pile.ids.every((id) => ids.includes(id))) return false;
  return !law.opening || pile.ids.every((id) => draft.pieces.get(id)!.origin !== 'table');
}

export const makesMeld = ({ draft, key, blocked }: Moved): boolean =>
  !blocked && Boolean(draft.piles.find((pile) => pile.key === key)?.kind);
