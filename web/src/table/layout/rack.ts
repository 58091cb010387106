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
  /** True if the number of rows is fixed, because the page has drawn their ledges. */
  readonly ledged?: boolean;
}

export interface RackShape {
  readonly tile: Size;
  readonly places: readonly Rect[];
}

/**
 * The gap between tiles in pixels, and the gap between sections in tile widths. The gap between sections is smaller if
 * there are many rows.
 */
const GAP = 4;
const partIn = (rows: number): number => (rows > 2 ? 0.16 : 0.3);
const SMALLEST = 16;
/** A row may have this many tiles more or less than the average if it then ends where a section ends. */
const UNEVEN = 3;
/** Another row is added if it makes tiles larger by at least this factor. More rows make it harder to find tiles. */
const WORTHWHILE = 1.12;

/** Lay out a rack in these rows, which are given from top to bottom. Tiles are aligned with the bottom of their row. */
export function rackShape(rows: readonly Rect[], input: RackInput): RackShape {
  const shelves = best(rows, input);
  const { w, perRow } = shelves;
  const h = Math.round(w * ASPECT);
  const tile = { w, h };
  const places: Rect[] = [];
  const gap = Math.max(2, Math.round(w * partIn(shelves.rows.length)));
  // with room for two gaps
  const most = Math.max(perRow, Math.floor((shelves.rows[0]!.w + GAP - 2 * gap) / (w + GAP)));
  const parted = partedRows(input, shelves.rows.length, { perRow, most });
  parted.forEach((ids, n) => {
    const row = shelves.rows[Math.min(shelves.rows.length - 1, n)]!;
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
    for (let at = low; at <= high; at++) {
      const whole = at === order.length || breaks.has(order[at]!);
      const torn = end < order.length && !breaks.has(order[end]!);
      if (whole && (torn || Math.abs(at - even) < Math.abs(end - even))) end = at;
    }
    parted.push(order.slice(first, end));
    first = end;
  }
  return parted;
}

/** Return the smallest number of rows that still allows almost the largest possible tile size. */
function best(
  rows: readonly Rect[],
  { slots, parts, ledged }: RackInput,
): { w: number; perRow: number; rows: readonly Rect[] } {
  let found: { w: number; perRow: number; rows: readonly Rect[] } | null = null;
  for (let n = rows.length; n <= (ledged ? rows.length : 4); n++) {
    const shelves = n === rows.length ? rows : shelved(rows, n);
    const perRow = Math.max(1, Math.ceil(slots / n));
    const { w: width, h: height } = shelves[0]!;
    const gaps = Math.min(perRow - 1, Math.ceil((parts - 1) / n));
    const w = Math.floor(
      Math.min(LARGEST, widest(height), (width - (perRow - 1) * GAP) / (perRow + gaps * partIn(n))),
    );
    if (!found || w > found.w * WORTHWHILE) found = { w: Math.max(SMALLEST, w), perRow, rows: shelves };
  }
  return found!;
}

/** Return the width of a tile that is this high, rounded in the same way as when the tile is drawn. */
const widest = (height: number): number => {
  const w = Math.floor(height / ASPECT);
  return Math.round((w + 1) * ASPECT) <= height ? w + 1 : w;
};

/** Divide the box that contains these rows into a different number of rows, *n*. */
function shelved(rows: readonly Rect[], n: number): Rect[] {
  const [first, last] = [rows[0]!, rows.at(-1)!];
  const height = last.y + last.h - first.y;
  const h = Math.floor((height - (n - 1) * GAP) / n);
  return Array.from({ length: n }, (_, i) => ({ ...first, y: first.y + i * (h + GAP), h }));
}
