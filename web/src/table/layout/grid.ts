/**
 * The grid that positions the melds. Each row contains one line of melds, and a column is a twentieth of a tile wide.
 *
 * The space at the edges and between rows depends only on the shape of the felt, so that the tile size depends on
 * nothing but the felt and the melds.
 */

import type { Size } from './geometry';

/** The box that contains the melds, in pixels relative to the upper left corner of the widget. */
export interface Area {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
}

/** A position on the grid: a row, and the column where the first tile starts. */
export interface Spot {
  readonly row: number;
  readonly col: number;
}

/** A meld to lay out, with its rank for sorting and, if known, its preferred position. */
export interface Block {
  readonly key: number;
  readonly length: number;
  readonly kind?: 'group' | 'run' | null;
  readonly rank?: number;
  readonly near?: Spot;
  /** The tiles in order, used to leave them in position when other tiles are added in front. */
  readonly ids?: readonly string[];
}

/** A column that contains either groups or runs, as on a tidy table in a wide window. */
export interface Column {
  readonly kind: 'group' | 'run';
  readonly col: number;
  readonly width: number;
}

export interface Grid {
  readonly area: Area;
  readonly tile: Size;
  /** The distance between adjacent tiles in a meld, followed by the distance between rows, in pixels. */
  readonly step: number;
  readonly pitch: number;
  readonly rows: number;
  readonly cols: number;
  /** The coordinates of the grid's upper left corner. */
  readonly left: number;
  readonly top: number;
  /** The minimum gap between two melds, in columns. */
  readonly gap: number;
}

export interface Fit extends Grid {
  readonly columns: readonly Column[];
  readonly spots: ReadonlyMap<number, Spot>;
  /** The melds by their keys. */
  readonly blocks: ReadonlyMap<number, Block>;
  /** The size of the felt when the melds were arranged, if it differs from the current one. */
  readonly shape?: Area;
}

export interface Limits {
  /** The maximum tile width, followed by a tile's height divided by its width. */
  readonly largest: number;
  readonly aspect: number;
  /** The number of additional melds to leave room for when choosing the tile size. */
  readonly spare?: number | undefined;
  /** True if tiles may become larger, which is allowed between turns and with the window, but not during a turn. */
  readonly grow: boolean;
  /** True after the round. The melds are then centred on the felt. */
  readonly middle?: boolean | undefined;
}

/** The width of a tile, in grid columns. */
export const TILE = 20;

export const widthOf = (block: Block): number => TILE * block.length;

/** The smallest space between two rows in tile widths, and above and below them in pixels. */
const TIGHT = 0.17;
export const EDGE = 6;
/** How far rows are above the centre of a wide felt at most, in tile widths. */
const ABOVE = 0.4;

interface Style {
  readonly padX: number;
  readonly padY: number;
  readonly gap: number;
  /** The space between two rows, in tile widths. */
  readonly between: number;
}

/** Return whether the felt is large enough for separate columns of groups and runs. */
export const isWide = ({ width, height }: Area): boolean => width >= 640 && height >= 360;

function styleOf(area: Area): Style {
  const { width, height } = area;
  if (isWide(area)) return { padX: 28, padY: Math.round(height * 0.056), gap: 6, between: 0.42 };
  const flat = width > height * 1.4;
  return { padX: Math.round(width * 0.02), padY: flat ? 6 : 8, gap: flat ? 8 : 5, between: flat ? 0.3 : 0.36 };
}

/**
 * Return the grid for a given tile width. For a given number of *rows*, these move closer to the edges of the felt and to
 * each other if they have to.
 */
export function gridOf(area: Area, w: number, aspect: number, least = 1): Grid {
  const { padX, padY, gap, between } = styleOf(area);
  const tile = { w, h: Math.round(w * aspect) };
  const step = w + Math.max(1, Math.round(w * 0.02));
  const pitchOf = (part: number): number => tile.h + Math.max(3, Math.round(w * part));
  const loose = pitchOf(between);
  const high = area.height - tile.h;
  const close = (least - 1) * loose > high - 2 * padY;
  const pad = close ? EDGE : padY;
  const most = close ? Math.floor((high - 2 * pad) / (least - 1)) : loose;
  const pitch = Math.max(pitchOf(TIGHT), Math.min(loose, most));
  const rows = Math.max(1, Math.floor((high - 2 * pad) / pitch) + 1);
  const cols = Math.max(TILE, Math.floor(((area.width - 2 * padX + step - w) * TILE) / step));
  const left = (area.x ?? 0) + Math.round((area.width - (cols * step) / TILE + step - w) / 2);
  const middle = (high - (rows - 1) * pitch) / 2;
  // a wide felt becomes lower when the rack gains a row, which then moves no melds
  const above = Math.max(middle - (isWide(area) ? w * ABOVE : 0), Math.min(middle, pad));
  const top = (area.y ?? 0) + Math.round(above);
  return { area, tile, step, pitch, rows, cols, left, top, gap: close ? 5 : gap };
}

/** Centre a layout without columns by ignoring the remaining width, on a narrow felt only if it is less than a tile. */
export function trimmed(fit: Fit): Fit {
  const ends = [...fit.spots].map(([key, { col }]) => col + widthOf(fit.blocks.get(key)!));
  const free = fit.columns.length ? 0 : fit.cols - Math.max(0, ...ends);
  const over = free < TILE || isWide(fit.area) ? free : 0;
  return { ...fit, cols: fit.cols - over, left: fit.left + (over * fit.step) / TILE / 2 };
}

/** Return the coordinates of a spot in pixels. */
export const placeOf = (grid: Grid, { row, col }: Spot): { x: number; y: number } => ({
  x: Math.round(grid.left + (col * grid.step) / TILE),
  y: grid.top + row * grid.pitch,
});

/** Return the spot for a tile whose centre is at a point. The point may be outside the grid. */
export function spotAt(grid: Grid, x: number, y: number): Spot {
  const row = Math.floor((y - grid.top + (grid.pitch - grid.tile.h) / 2) / grid.pitch);
  const col = Math.round(((x - grid.left) * TILE) / grid.step - TILE / 2);
  return { row: clamp(row, 0, grid.rows - 1), col: clamp(col, 0, grid.cols - TILE) };
}

export const clamp = (n: number, low: number, high: number): number => Math.max(low, Math.min(high, n));
