/**
 * The grid for melds. Its rows hold one line of melds each; its columns are a twentieth of a tile
 * wide.
 *
 * The space at the edges and between rows depends only on the shape of the felt, so that the tile
 * size depends on nothing but the felt and the melds.
 */

import type { Size } from './geometry';

/** The box for melds, in pixels from the upper left corner of the widget. */
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

/** A meld to lay out, with a sort key and, if known, a preferred position. */
export interface Block {
  readonly key: number;
  readonly length: number;
  readonly kind?: 'group' | 'run' | null;
  readonly rank?: number;
  readonly near?: Spot;
  /** The tiles of the meld in order, so that they can stay where they are when others are added in front. */
  readonly ids?: readonly string[];
}

/** A column for melds of one kind, as on a tidy table in a wide window. */
export interface Column {
  readonly kind: 'group' | 'run';
  readonly col: number;
  readonly width: number;
}

export interface Grid {
  readonly area: Area;
  readonly tile: Size;
  /** The distance between tiles in a meld, and between rows, in pixels. */
  readonly step: number;
  readonly pitch: number;
  readonly rows: number;
  readonly cols: number;
  /** The upper left corner of the grid. */
  readonly left: number;
  readonly top: number;
  /** The minimum number of columns between two melds. */
  readonly gap: number;
}

export interface Fit extends Grid {
  readonly columns: readonly Column[];
  readonly spots: ReadonlyMap<number, Spot>;
  /** The melds by their keys. */
  readonly blocks: ReadonlyMap<number, Block>;
  /** The felt for which the melds were arranged, if it is not the current one. */
  readonly shape?: Area;
}

export interface Limits {
  /** The width of the largest tile, and the height of a tile divided by its width. */
  readonly largest: number;
  readonly aspect: number;
  /** The number of additional melds to leave room for when choosing the tile size. */
  readonly spare?: number | undefined;
  /** True if tiles may become larger again, which happens between turns but not during one. */
  readonly grow: boolean;
  /** True if melds are centred on the felt, which is the case after the round. */
  readonly middle?: boolean | undefined;
}

/** The number of grid columns per tile. */
export const TILE = 20;

export const widthOf = (block: Block): number => TILE * block.length;

interface Style {
  readonly padX: number;
  readonly padY: number;
  readonly gap: number;
  /** The space between rows in tile widths. */
  readonly between: number;
}

/** True if a felt has room for columns of groups and runs. */
export const isWide = ({ width, height }: Area): boolean => width >= 640 && height >= 360;

function styleOf(area: Area): Style {
  const { width, height } = area;
  if (isWide(area)) return { padX: 28, padY: Math.round(height * 0.056), gap: 6, between: 0.42 };
  const flat = width > height * 1.4;
  return { padX: Math.round(width * 0.02), padY: flat ? 6 : 8, gap: flat ? 8 : 5, between: flat ? 0.3 : 0.36 };
}

/** The grid for tiles of a given width. *tight* selects the smallest distance between rows. */
export function gridOf(
  area: Area,
  w: number,
  { aspect, tight = false }: { readonly aspect: number; readonly tight?: boolean },
): Grid {
  const { padX, padY, gap, between } = styleOf(area);
  const tile = { w, h: Math.round(w * aspect) };
  const step = w + Math.max(1, Math.round(w * 0.02));
  const pitch = tile.h + Math.max(3, Math.round(w * (tight ? 0.17 : between)));
  const width = area.width - 2 * padX;
  const height = area.height - 2 * padY;
  const cols = Math.max(TILE, Math.floor(((width + step - w) * TILE) / step));
  const rows = Math.max(1, Math.floor((height + pitch - tile.h) / pitch));
  const left = (area.x ?? 0) + Math.round((area.width - (cols * step) / TILE + step - w) / 2);
  const top = (area.y ?? 0) + Math.round((area.height - rows * pitch + pitch - tile.h) / 2);
  return { area, tile, step, pitch, rows, cols, left, top, gap: tight ? 5 : gap };
}

/**
 * The layout, centred on a narrow felt: the spare row at the bottom and the fraction of a tile at
 * the end of the rows are left out of account. Melds that need this space later will move.
 */
export function trimmed(fit: Fit): Fit {
  if (isWide(fit.area)) return fit;
  const spots = [...fit.spots];
  const rows = spots.map(([, { row }]) => row);
  const odd = Number(Math.min(...rows) + Math.max(...rows) === fit.rows - 2);
  const free = fit.cols - Math.max(...spots.map(([key, { col }]) => col + widthOf(fit.blocks.get(key)!)));
  const over = free < TILE ? free : 0;
  return {
    ...fit,
    rows: fit.rows - odd,
    top: fit.top + Math.round((odd * fit.pitch) / 2),
    cols: fit.cols - over,
    left: fit.left + (over * fit.step) / TILE / 2,
  };
}

/** The pixel position of a spot. */
export const placeOf = (grid: Grid, { row, col }: Spot): { x: number; y: number } => ({
  x: Math.round(grid.left + (col * grid.step) / TILE),
  y: grid.top + row * grid.pitch,
});

/** The spot of a tile centred on a point, which may be anywhere. */
export function spotAt(grid: Grid, x: number, y: number): Spot {
  const row = Math.floor((y - grid.top + (grid.pitch - grid.tile.h) / 2) / grid.pitch);
  const col = Math.round(((x - grid.left) * TILE) / grid.step - TILE / 2);
  return { row: clamp(row, 0, grid.rows - 1), col: clamp(col, 0, grid.cols - TILE) };
}

export const clamp = (n: number, low: number, high: number): number => Math.max(low, Math.min(high, n));
