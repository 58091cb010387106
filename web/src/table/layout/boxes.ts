/** The boxes in which tiles are drawn. */

import { ASPECT, GAP, LABEL, FRAME, LARGEST, type Rect, type Size } from './geometry';
import type { Places } from './places';

export interface Boxes {
  readonly felt: Rect;
  /** The rows of the rack from the top. Empty if there is no rack. */
  readonly rack: readonly Rect[];
  /** The background of the rack. */
  readonly tray: Rect;
  readonly zones: ReadonlyMap<string, Rect>;
  /** The maximum tile width, which also applies to the table: that of a tile as high as a rack row. */
  readonly largest: number;
}

export interface ZoneInput {
  readonly id: string;
  readonly tiles: readonly string[];
}

const LEDGE = 13;

/** The width of a tile as high as a rack row. */
export const largestIn = ([row]: readonly Rect[]): number =>
  Math.min(LARGEST, row ? Math.round(row.h / ASPECT) : LARGEST);

/** The boxes given by the page. */
export function givenBoxes({ felt, rack, zones }: Places, withRack: boolean): Boxes {
  const tray = (withRack && rack) || { x: felt.x, y: felt.y + felt.h, w: felt.w, h: 0, rows: 0 };
  const high = tray.rows ? tray.h / tray.rows : 0;
  // tiles in a lower row do not touch the ledge above them
  const gap = tray.rows > 1 ? Math.min(LEDGE, high * 0.18) : GAP - 1;
  const rows = Array.from({ length: tray.rows }, (_, i) => ({
    x: tray.x,
    y: tray.y + i * high + gap,
    w: tray.w,
    h: high - gap,
  }));
  return {
    felt,
    rack: rows,
    tray,
    zones: new Map(Object.entries(zones)),
    largest: (withRack && rack?.largest) || largestIn(rows),
  };
}

/**
 * The boxes of the tiles in a zone. Tiles are centred and as large as the zone allows, in the
 * fewest rows possible at that size.
 */
export function zonePlaces(box: Rect, count: number): { tile: Size; places: readonly Rect[] } {
  let best = { w: 0, perRow: 1 };
  for (let rows = 1; rows <= Math.max(1, count); rows++) {
    const perRow = Math.ceil(Math.max(1, count) / rows);
    const byHeight = ((box.h - LABEL - FRAME + GAP) / rows - GAP) / ASPECT;
    const byWidth = (box.w - 2 * FRAME + GAP) / perRow - GAP;
    const w = Math.max(8, Math.floor(Math.min(byHeight, byWidth)));
    if (w > best.w) best = { w, perRow };
  }
  const { w, perRow } = best;
  const tile = { w, h: Math.round(w * ASPECT) };
  const left = box.x + (box.w - perRow * (w + GAP) + GAP) / 2;
  const places = Array.from({ length: count }, (_, i) => ({
    x: left + (i % perRow) * (w + GAP),
    y: box.y + LABEL + Math.floor(i / perRow) * (tile.h + GAP),
    ...tile,
  }));
  return { tile, places };
}
