/**
 * The grid that melds lie on: rows, and columns of a twentieth of a tile.
 *
 * What is kept free at the edges and between rows depends on the shape of the felt alone, so that the
 * size of the tiles depends on nothing but the felt and the melds.
 */

import type { Size } from './geometry';

/** The box that melds lie in, in pixels of the widget. */
export interface Area {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
}

/** A place on the grid: the row, and the column where the first tile begins. */
export interface Spot {
  readonly row: number;
  readonly col: number;
}

/** A meld to be laid: how it sorts among others, and where it should lie, if that is known. */
export interface Block {
  readonly key: number;
  readonly length: number;
  readonly kind?: 'group' | 'run' | null;
  readonly rank?: number;
  readonly near?: Spot;
  /** Its tiles in order, so that those that lie there stay when others come before them. */
  readonly ids?: readonly string[];
}

/** A column for melds of one kind, as the tidy table of a desktop has them. */
export interface Column {
  readonly kind: 'group' | 'run';
  readonly col: number;
  readonly width: number;
}

export interface Grid {
  readonly area: Area;
  readonly tile: Size;
  /** From tile to tile in a meld, and from row to row, in pixels. */
  readonly step: number;
  readonly pitch: number;
  readonly rows: number;
  readonly cols: number;
  /** The upper left corner of the grid. */
  readonly left: number;
  readonly top: number;
  /** The least number of columns between two melds. */
  readonly gap: number;
}

export interface Fit extends Grid {
  readonly columns: readonly Column[];
  readonly spots: ReadonlyMap<number, Spot>;
  /** The melds themselves, by their keys. */
  readonly blocks: ReadonlyMap<number, Block>;
  /** The felt for which they were laid in order, if it was another. */
  readonly shape?: Area;
}

export interface Limits {
  /** The width of the largest tile, and how much higher than wide a tile is. */
  readonly largest: number;
  readonly aspect: number;
  /** For how many more melds there is room when tiles get their size. */
  readonly spare?: number | undefined;
  /** Whether tiles may grow again: between turns, not while one is built. */
  readonly grow: boolean;
  /** Whether melds lie in the middle of the felt, as when the round is over. */
  readonly middle?: boolean | undefined;
}

/** Columns of the grid that a tile takes. */
export const TILE = 20;

export const widthOf = (block: Block): number => TILE * block.length;

interface Style {
  readonly padX: number;
  readonly padY: number;
  readonly gap: number;
  /** Between rows, as a part of the width of a tile. */
  readonly between: number;
}

/** Whether a felt has room for columns of groups and runs. */
export const isWide = ({ width, height }: Area): boolean => width >= 640 && height >= 360;

function styleOf(area: Area): Style {
  const { width, height } = area;
  if (isWide(area)) return { padX: 28, padY: Math.round(height * 0.056), gap: 6, between: 0.42 };
  const flat = width > height * 1.4;
  return { padX: Math.round(width * 0.02), padY: flat ? 6 : 8, gap: flat ? 8 : 5, between: flat ? 0.3 : 0.36 };
}

/** The grid with tiles of a width; *tight* with rows as close as they can be. */
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
 * The layout in the middle of a narrow felt: without the row below it that is one too many, and without what
 * is less than a tile at the end of its rows. Where melds need that room after all, they move for it.
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

/** The pixel place of a spot. */
export const placeOf = (grid: Grid, { row, col }: Spot): { x: number; y: number } => ({
  x: Math.round(grid.left + (col * grid.step) / TILE),
  y: grid.top + row * grid.pitch,
});

/** The spot of a tile with its centre at a point, wherever the point is. */
export function spotAt(grid: Grid, x: number, y: number): Spot {
  const row = Math.floor((y - grid.top + (grid.pitch - grid.tile.h) / 2) / grid.pitch);
  const col = Math.round(((x - grid.left) * TILE) / grid.step - TILE / 2);
  return { row: clamp(row, 0, grid.rows - 1), col: clamp(col, 0, grid.cols - TILE) };
}

export const clamp = (n: number, low: number, high: number): number => Math.max(low, Math.min(high, n));
