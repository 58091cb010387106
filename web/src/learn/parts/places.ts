/**
 * Measures the positions of the felt, rack and piles, so that the widget can place tiles there. A lesson's melds are
 * centred on the felt, one below the other if there is enough room for this.
 */

import { readLay, type TileSet } from '../../rules';
import type { Places } from '../../table';
import { ASPECT } from '../../table/layout/geometry';
import { TILE, gridOf, widthOf, type Area, type Block, type Grid, type Spot } from '../../table/layout/grid';
import { blocksOf } from '../../table/layout/layout';
import { SMALLEST, byRank, inRows } from '../../table/layout/tidy';
import { dealt } from '../../table/state/deal';
import { EMPTY } from '../../table/state/draft';
import { meldsOf, type Position } from '../course';

type Rect = Places['felt'];

/** The maximum width of tiles on the table, relative to tiles on the rack. */
const PART = 0.9;

/**
 * Return the boxes on the stage, as measured from its elements with a `data-place` attribute. If *free*, the
 * felt is used as in a game, with room for any melds. Otherwise, only the position's own tables get room.
 */
export function placesIn(stage: HTMLElement, position: Position, set: TileSet, free: boolean): Places {
  const { left, top } = stage.getBoundingClientRect();
  const rect = (element: Element): Rect => {
    const box = element.getBoundingClientRect();
    return {
      x: Math.round(box.left - left),
      y: Math.round(box.top - top),
      w: Math.round(box.width),
      h: Math.round(box.height),
    };
  };
  const parts = [...stage.querySelectorAll<HTMLElement>('[data-place]')];
  const part = (name: string): HTMLElement => parts.find((each) => each.dataset.place === name)!;
  const zones = parts.filter((each) => each.dataset.place !== 'felt' && each.dataset.place !== 'rack');
  const rack = { ...rect(part('rack')), rows: Number(part('rack').dataset.rows) };
  const inRow = Math.ceil(position.rack.split(' ').length / rack.rows);
  const felt = rect(part('felt'));
  const onRack = Math.min(rack.h / rack.rows / ASPECT, rack.w / inRow);
  return {
    ...(free ? { felt } : partOf(felt, PART * onRack, tablesOf(position, set))),
    rack,
    zones: Object.fromEntries(zones.map((each) => [each.dataset.place!, rect(each)])),
    pool: null,
    seats: [],
  };
}

/** How far tiles may shrink to allow a centred row, free rows above and below, and a single column. */
const MIDDLE_ROW = 0.8;
const FREE_ROWS = 0.75;
const ONE_COLUMN = 0.8;
/** The maximum horizontal distance of the initial table's melds from the centre, in tile widths. */
const ASIDE = 0.35;
/** From this width in pixels, the widget arranges melds in columns. */
const WIDE = 640;

/** Return all tables that a position may show: at the start, after each solution step, and after each mistake. */
function tablesOf(position: Position, set: TileSet): Block[][] {
  const steps = [position.table, ...position.show, ...position.tries.map((each) => each.try)];
  const tables = steps.filter((step, n) => n === 0 || step.startsWith('table')).map(meldsOf);
  return tables.map((melds) => {
    const table = melds.map((meld) => readLay(meld, set));
    return blocksOf(dealt(EMPTY(set), { set, table }), new Map());
  });
}

/** A section of the felt, and the width of tiles in that section. */
interface Part {
  readonly felt: Rect;
  readonly tile: number;
}

/** Return the best section of the felt that has room for each of these tables, using tiles of at most this width. */
function partOf(felt: Rect, largest: number, tables: readonly (readonly Block[])[]): Part {
  let best: Part & { readonly score: number } = { felt, tile: SMALLEST, score: 0 };
  for (let w = Math.floor(largest); w > SMALLEST && w > best.score * MIDDLE_ROW * FREE_ROWS * ONE_COLUMN; w--) {
    for (let width = 3 * w; width <= Math.min(felt.w, WIDE - 1); width += w / 2) {
      const found = laid(felt, { width: Math.round(width), height: felt.h }, w, tables);
      if (found && found.score > best.score) best = found;
    }
  }
  return { felt: best.felt, tile: best.tile };
}

/**
 * Return an area and its score, or null if one of the tables does not fit in it. Areas score higher if the initial
 * table is in their middle rows.
 */
function laid(
  felt: Rect,
  area: Area,
  w: number,
  tables: readonly (readonly Block[])[],
): (Part & { readonly score: number }) | null {
  const grid = gridOf(area, w, ASPECT);
  const fits = tables.map((blocks) => inRows([...blocks].sort(byRank), grid, 0)?.rows);
  const [first] = fits;
  if (!first || fits.includes(undefined)) return null;
  const used = 1 + Math.max(0, ...first.map(([, { row }]) => row));
  if ((grid.rows - used) % 2) {
    const less = laid(felt, { ...area, height: area.height - grid.pitch }, w, tables);
    if (less) return less;
  }
  const { x, off } = inMiddle(felt, grid, first);
  if (off > ASIDE * w) return null;
  const middle = (grid.rows - used) % 2 ? 1 : MIDDLE_ROW;
  const free = grid.rows - used > 1 ? FREE_ROWS : 1;
  const column = used >= first.length ? ONE_COLUMN : 1;
  const y = Math.round(felt.y + (felt.h - area.height) / 2);
  return { felt: { x, y, w: area.width, h: area.height }, tile: w, score: w / middle / free / column };
}

/** Return the left edge that centres the initial table on the felt as closely as possible. */
function inMiddle(felt: Rect, grid: Grid, rows: readonly (readonly [Block, Spot])[]): { x: number; off: number } {
  const right = Math.max(...rows.map(([block, { col }]) => col + widthOf(block)));
  const middle = rows.length ? grid.left + (right * grid.step) / TILE / 2 : grid.area.width / 2;
  const best = felt.w / 2 - middle;
  const x = Math.max(0, Math.min(felt.w - grid.area.width, best));
  return { x: Math.round(felt.x + x), off: Math.abs(x - best) };
}
