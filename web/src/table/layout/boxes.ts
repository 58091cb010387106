/** The boxes that contain tiles. */

import { ASPECT, GAP, LABEL, FRAME, LARGEST, type Rect, type Size } from './geometry';
import type { Places } from './places';

export interface Boxes {
  readonly felt: Rect;
  /** The rows of the rack, from top to bottom. Empty if there is no rack. */
  readonly rack: readonly Rect[];
  /** The box behind the rack, where its background is drawn. */
  readonly tray: Rect;
  readonly zones: ReadonlyMap<string, Rect>;
  /** The maximum width of tiles on the rack and the table, which is the width of a tile as high as a rack row. */
  readonly largest: number;
}

export interface ZoneInput {
  readonly id: string;
  readonly tiles: readonly string[];
}

const LEDGE = 13;

/** Return the width of a tile that is as high as a rack row. */
export const largestIn = ([row]: readonly Rect[]): number =>
  Math.min(LARGEST, row ? Math.round(row.h / ASPECT) : LARGEST);

/** Return the boxes that the owner provides. */
export function givenBoxes({ felt, rack, zones }: Places, withRack: boolean): Boxes {
  const tray = (withRack && rack) || { x: felt.x, y: felt.y + felt.h, w: felt.w, h: 0, rows: 0 };
  const high = tray.rows ? tray.h / tray.rows : 0;
  // leave a gap, so that the tiles in a lower row do not touch the ledge above them
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
 * Return the boxes for the tiles in a zone. The tiles are centred and as large as possible, in the smallest number of
 * rows that allows this size.
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
