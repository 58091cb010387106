/** The layout of the widget, which includes the table, the zones, the rack, and every tile in them. */

import { numberOf } from '../../rules';
import { meldOf, type Draft, type Id } from '../state/draft';
import { givenBoxes, zonePlaces, type ZoneInput } from './boxes';
import type { Divide } from './divide';
import { placeOf, type Area, type Block, type Fit, type Limits, type Spot } from './grid';
import { ASPECT, type Rect, type Size } from './geometry';
import type { Places } from './places';
import { rackShape } from './rack';
import { tidied } from './tidy';

export type { Rect } from './geometry';

export interface Place extends Rect {
  readonly area: 'table' | 'rack' | 'zone';
}

export interface Scene {
  readonly table: Rect;
  readonly rack: Rect;
  readonly zones: ReadonlyMap<string, Rect>;
  /**
   * `laid` is the layout of the melds. `fit` is the same layout as displayed: zoomed and scrolled if the felt is too
   * small for it.
   */
  readonly laid: Fit;
  readonly fit: Fit;
  readonly limits: Limits;
  readonly tile: { readonly table: Size; readonly rack: Size; readonly zone: Size };
  readonly tiles: ReadonlyMap<Id, Place>;
  readonly piles: ReadonlyMap<number, Rect>;
  readonly order: readonly Id[];
}

export interface LayoutInput {
  readonly width: number;
  readonly height: number;
  readonly draft: Draft;
  /** The tiles that have a slot on the rack in their order, followed by those tiles that start a new section. */
  readonly order: readonly Id[];
  readonly breaks: ReadonlySet<Id>;
  readonly zones: readonly ZoneInput[];
  /** The tiles on the rack, without those placed this turn. If this is missing, none have been placed. */
  readonly shown?: readonly Id[];
  /** The preferred positions of new piles. */
  readonly near: ReadonlyMap<number, Spot>;
  readonly grow: boolean;
  /**
   * The number of tiles that need room on the rack, followed by the number of sections. Tiles placed this turn are
   * included because they may return to the rack.
   */
  readonly slots: number;
  readonly parts: number;
  /** Lays out melds close to their earlier positions. If this is missing, all melds are rearranged. */
  readonly keep?: Keep | undefined;
  /** Returns the part of a layout that is visible if the layout is too large for the felt. */
  readonly see?: ((fit: Fit) => Fit) | undefined;
  /** True if there is a rack. */
  readonly rack: boolean;
  /**
   * The boxes for the felt, rack and zones, if the owner provides them. Otherwise, they are computed by `divide`.
   */
  readonly places?: Places | null;
  readonly divide?: Divide | undefined;
}

export type Keep = (area: Area, blocks: readonly Block[], limits: Limits, before?: Fit) => Fit;

/** The element found at a point in the widget. */
export type Hit =
  | { readonly on: 'pile'; readonly key: number; readonly at: number; readonly id: Id | null }
  | { readonly on: 'table'; readonly spot: Spot }
  | { readonly on: 'rack'; readonly before: Id | null; readonly id: Id | null }
  | { readonly on: 'zone'; readonly zone: string; readonly id: Id | null };

const NONE: Size = { w: 0, h: 0 };

/**
 * Lay out everything, either in the boxes that the owner provides or in boxes that divide the element. *before* is
 * the scene that is currently displayed.
 */
export function layout(input: LayoutInput, before?: Scene): Scene {
  const { width, height, order, draft, shown = order } = input;
  const boxes = input.places
    ? givenBoxes(input.places, input.rack)
    : input.divide!({ w: width, h: height }, input);
  const rack = boxes.rack.length ? rackShape(boxes.rack, input) : { tile: NONE, places: [] };
  const tile = input.places?.tile;
  const limits = {
    largest: tile ?? boxes.largest,
    aspect: ASPECT,
    spare: tile && 0,
    grow: input.grow,
    middle: input.places?.middle,
  };
  const area = { x: boxes.felt.x, y: boxes.felt.y, width: boxes.felt.w, height: Math.max(1, boxes.felt.h) };
  const blocks = blocksOf(draft, input.near);
  const laid = input.keep?.(area, blocks, limits, before?.laid) ?? tidied(area, blocks, limits);
  const seen = input.see?.(laid) ?? laid;
  const tiles = new Map<Id, Place>();
  const piles = new Map<number, Rect>();
  // tiles that have left the rack are positioned below
  order.forEach((id, i) => tiles.set(id, { ...rack.places[i]!, area: 'rack' }));
  for (const pile of draft.piles) {
    const { x, y } = placeOf(seen, seen.spots.get(pile.key)!);
    const { step, tile } = seen;
    piles.set(pile.key, { x, y, w: step * (pile.ids.length - 1) + tile.w, h: tile.h });
    pile.ids.forEach((id, i) => tiles.set(id, { x: x + i * step, y, ...tile, area: 'table' }));
  }
  const zones = new Map<string, Rect>();
  let zone = NONE;
  for (const { id, tiles: ids } of input.zones) {
    const box = boxes.zones.get(id);
    if (!box) continue;
    zones.set(id, box);
    const shape = zonePlaces(box, ids.length);
    zone = shape.tile;
    ids.forEach((each, i) => tiles.set(each, { ...shape.places[i]!, area: 'zone' }));
  }
  return {
    table: boxes.felt,
    rack: boxes.tray,
    zones,
    laid,
    fit: seen,
    limits,
    tile: { table: seen.tile, rack: rack.tile, zone },
    tiles,
    piles,
    order: shown,
  };
}

export const blocksOf = (draft: Draft, near: ReadonlyMap<number, Spot>): Block[] =>
  draft.piles.map((pile): Block => {
    const meld = meldOf(draft, pile);
    const rank = meld?.kind === 'group' ? numberOf(meld.numbered[0] ?? 0) : (meld?.faces[0] ?? Infinity);
    const spot = near.get(pile.key);
    return {
      key: pile.key,
      length: pile.ids.length,
      kind: meld?.kind ?? null,
      rank,
      ids: pile.ids,
      ...(spot ? { near: spot } : {}),
    };
  });

/** Return the scene without a pile's position, so that the next layout positions this pile again. */
export function without(scene: Scene, key: number): Scene {
  const spots = new Map(scene.laid.spots);
  spots.delete(key);
  return { ...scene, laid: { ...scene.laid, spots } };
}
