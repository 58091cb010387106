/** Finds the drop target for dragged tiles. A nearby meld attracts tiles that fit it. All functions here are pure. */

import { pileOf, type Id, type Pile } from '../state/draft';
import type { Control } from '../control';
import { TILE, spotAt } from '../layout/grid';
import { inside } from '../layout/geometry';
import { hit } from '../layout/hit';
import type { Hit, Rect, Scene } from '../layout/layout';
import { breaks, fitting, hasOpened } from '../state/fitting';
import type { Moved } from '../state/moves';

/** The dragged tiles, with their reference point, and the left edge and width of the box they are drawn in. */
export interface Hand {
  readonly ids: readonly Id[];
  readonly at: { readonly x: number; readonly y: number };
  readonly left: number;
  readonly width: number;
}

/** The maximum distance from the ends of a meld within which it attracts dragged tiles, in tile widths. */
const REACH = 0.75;
/**
 * The same distance if a single tile is moved with a tap. If several tiles are moved with a tap, the distance is 0, so
 * that they can form a new meld close to another one.
 */
const TAPPED = 0.4;
/** The part of a meld's height at its upper and lower edge where it only takes tiles that fit it. */
const RIM = 0.15;

/**
 * Return the target of a drop: the meld under the point, or a nearby meld that the tiles fit. Between two melds,
 * the tiles go to the one they fit, even if they overlap the end of the other. If they fit none, they start a new
 * meld, unless they are clearly inside the one under the point.
 */
export function targetOf(control: Control, scene: Scene, hand: Hand, reach = REACH): Hit {
  const { at, ids, left, width } = hand;
  const under = hit(scene, at.x, at.y, control.draft);
  if (under.on === 'rack' || under.on === 'zone') return under;
  const { tile, pitch } = scene.fit;
  const over = under.on === 'pile' ? scene.piles.get(under.key)! : null;
  if (under.on === 'pile' && ids.some((id) => pileOf(control.draft, id)?.key === under.key)) return under;
  const pile = under.on === 'pile' && control.draft.piles.find(({ key }) => key === under.key);
  const within = over && pile && inside(over, at.x, at.y) && takes(control, pile, ids);
  const held = within && Math.abs(over.y + over.h / 2 - at.y) <= over.h * (0.5 - RIM);
  if (under.on === 'pile' && within && ((held && !sticksOut(over, hand, tile.w)) || fits(control, ids, under)))
    return under;
  let best: Hit = held ? under : { on: 'table', spot: spotAt(scene.fit, left + tile.w / 2, at.y) };
  let nearest = reach * tile.w;
  // a point in the space between two rows counts for both
  const high = within ? pitch / 2 : pitch - tile.h / 2;
  for (const pile of control.draft.piles) {
    const rect = scene.piles.get(pile.key);
    if (!rect || Math.abs(rect.y + rect.h / 2 - at.y) > high) continue;
    const gap = Math.max(rect.x - left - width, left - rect.x - rect.w);
    if (gap > nearest || !takes(control, pile, ids)) continue;
    const beside: Hit & { on: 'pile' } = {
      on: 'pile',
      key: pile.key,
      at: left < rect.x ? 0 : pile.ids.length,
      id: null,
    };
    if (!fits(control, ids, beside)) continue;
    nearest = gap;
    best = beside;
  }
  return best;
}

/** Return whether the point is on a meld's end tile, and the dragged tiles reach past that end. */
const sticksOut = ({ x, w }: Rect, { at, left, width }: Hand, tile: number): boolean =>
  (left < x && at.x < x + tile / 2) || (left + width > x + w && at.x > x + w - tile / 2);

/**
 * Return whether the tiles at the target form a meld, or are fewer than three tiles that may still become one.
 * Tiles that would split a meld that must not change do not fit.
 */
function fits(control: Control, ids: readonly Id[], under: Hit & { on: 'pile' }): boolean {
  const moved = control.moved(ids, under);
  if (breaks(control.draft, moved, control.law)) return false;
  return makesMeld(moved) || fitting(control.draft, ids, under).taken.length === ids.length;
}

/** Return the target of a tap. The picked tiles are treated as if they were centred on the tapped point. */
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
 * Return whether a meld may take these tiles. It takes none if it consists only of these tiles. A table meld takes none
 * until the player has opened, if only by the melds in the draft.
 */
function takes({ law, draft }: Control, pile: Pile, ids: readonly Id[]): boolean {
  if (pile.ids.every((id) => ids.includes(id))) return false;
  return pile.ids.every((id) => draft.pieces.get(id)!.origin !== 'table') || hasOpened(draft, law);
}

export const makesMeld = ({ draft, key, blocked }: Moved): boolean =>
  !blocked && Boolean(draft.piles.find((pile) => pile.key === key)?.kind);
