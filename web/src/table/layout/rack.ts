/** Lays out the rack. Tiles are centred and as large as the rows allow, with gaps between sections. */

import type { Id } from '../state/draft';
import { ASPECT, LARGEST, type Rect, type Size } from './geometry';

/**
 * The tiles that have a slot on the rack in order, and those tiles that start a new section. Tiles placed this
 * turn still have their slots, so that the remaining tiles do not move.
 */
export interface RackInput {
  readonly order: readonly Id[];
  readonly breaks: ReadonlySet<Id>;
  /**
   * The number of tiles that need room, followed by the number of sections. Tiles placed this turn are included because
   * they may return to the rack.
   */
  readonly slots: number;
  readonly parts: number;
}

export interface RackShape {
  readonly tile: Size;
  readonly places: readonly Rect[];
}

/** The gap between tiles in pixels. Between sections, it is part of a tile, and smaller if there are many rows. */
const GAP = 4;
const SMALLEST = 16;
/** A row may have this many tiles more or less than the average if it then ends where a section ends. */
const UNEVEN = 3;

/** Lay out a rack in these rows, which are given from top to bottom. Tiles are aligned with the bottom of their row. */
export function rackShape(rows: readonly Rect[], input: RackInput): RackShape {
  const { w: width, h: height } = rows[0]!;
  const part = rows.length > 2 ? 0.16 : 0.3;
  const perRow = Math.max(1, Math.ceil(input.slots / rows.length));
  // rows usually end between sections
  const gaps = Math.min(perRow - 1, Math.ceil(input.parts / rows.length) - 1);
  const fits = (width - (perRow - 1) * GAP) / (perRow + gaps * part);
  const w = Math.max(SMALLEST, Math.floor(Math.min(LARGEST, widest(height), fits)));
  const h = Math.round(w * ASPECT);
  const tile = { w, h };
  const places: Rect[] = [];
  const gap = Math.max(2, Math.round(w * part));
  // with room for two gaps
  const most = Math.max(perRow, Math.floor((width + GAP - 2 * gap) / (w + GAP)));
  const parted = partedRows(input, rows.length, { perRow, most });
  parted.forEach((ids, n) => {
    const row = rows[n]!;
    const starts: number[] = [];
    let wide = 0;
    ids.forEach((id, i) => {
      if (i > 0) wide += GAP + (input.breaks.has(id) ? gap : 0);
      starts.push(wide);
      wide += w;
    });
    const squeeze = wide > row.w ? row.w / wide : 1;
    const left = row.x + Math.round((row.w - wide * squeeze) / 2);
    starts.forEach((x) => places.push({ x: left + Math.round(x * squeeze), y: row.y + row.h - h, w, h }));
  });
  return { tile, places };
}

/**
 * Divide the tiles into rows with about *perRow* tiles and at most *most*. A row ends where a section ends if the
 * remaining tiles still fit below.
 */
function partedRows(
  { order, breaks }: RackInput,
  rows: number,
  { perRow, most }: { readonly perRow: number; readonly most: number },
): Id[][] {
  const parted: Id[][] = [];
  for (let first = 0; first < order.length;) {
    const after = rows - parted.length - 1;
    const even = after > 0 ? Math.min(order.length, first + perRow) : order.length;
    const low = Math.max(first + 1, even - UNEVEN, order.length - most * after);
    const high = Math.min(order.length, even + UNEVEN, first + most);
    let end = even;
    for (let at = low, off = Infinity; at <= high; at++) {
      const far = Math.abs(at - even);
      if (far < off && (at === order.length || breaks.has(order[at]!))) [end, off] = [at, far];
    }
    parted.push(order.slice(first, end));
    first = end;
  }
  return parted;
}

/** Return the width of a tile that is this high, rounded in the same way as when the tile is drawn. */
const widest = (height: number): number => {
  const w = Math.floor(height / ASPECT);
  return Math.round((w + 1) * ASPECT) <= height ? w + 1 : w;
};
