/**
 * Lays out a tidy table: groups sorted by number, followed by runs sorted by colour and number. Tiles are as large as
 * possible, with room left for additional melds. A wide felt has two columns of groups and one column of runs, or more
 * if there are not enough rows. On a narrow felt, rows are filled one after another.
 */

import {
  TILE,
  gridOf,
  trimmed,
  isWide,
  widthOf,
  type Area,
  type Block,
  type Column,
  type Fit,
  type Grid,
  type Spot,
} from './grid';

/**
 * The smallest tile width in pixels that a finger can tap. If tiles of this width do not fit, the table becomes higher
 * than the felt.
 */
export const SMALLEST = 24;
/** The number of additional three-tile melds to leave room for when choosing the tile size. */
const SPARE = 2;
/** Columns are easier to read than rows, so tiles in columns may be smaller by this factor. */
const COLUMNS_WORTH = 1.2;
const SLOT_GAP = 7;
const KIND_GAP = 6;

interface Limits {
  readonly largest: number;
  readonly aspect: number;
  readonly spare?: number | undefined;
}

interface Laid {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly [Block, Spot])[];
}

/** Lay out *blocks* in order, regardless of their earlier positions. */
export function tidied(area: Area, blocks: readonly Block[], limits: Limits): Fit {
  const sorted = [...blocks].sort(byRank);
  const lay = (grid: Grid, spare: number): Laid | null => inRows(sorted, grid, spare);
  const rows = largest(area, limits, lay);
  const columns = isWide(area) ? largest(area, limits, (grid, spare) => inColumns(sorted, grid, spare)) : null;
  if (columns && (!rows || rows.grid.tile.w < columns.grid.tile.w * COLUMNS_WORTH)) return placed(columns, blocks);
  return placed(rows ?? overfull(area, sorted, limits, lay), blocks);
}

const order = (block: Block): number => (block.kind === 'group' ? 0 : block.kind === 'run' ? 1 : 2);
export const byRank = (a: Block, b: Block): number =>
  order(a) - order(b) || (a.rank ?? 0) - (b.rank ?? 0) || a.key - b.key;

interface Found {
  readonly grid: Grid;
  readonly laid: Laid;
}

export type Lay = (grid: Grid, spare: number) => Laid | null;

export function largest(
  area: Area,
  { largest: most, aspect, spare: room = SPARE }: Limits,
  lay: Lay,
): Found | null {
  for (const [rows, spare] of [
    [1, room],
    [Infinity, 1],
    [Infinity, 0],
  ] as const) {
    for (let w = Math.floor(most); w >= SMALLEST; w--) {
      const grid = gridOf(area, w, aspect, rows);
      const laid = lay(grid, spare);
      if (laid) return { grid, laid };
    }
  }
  return null;
}

export function placed({ grid, laid }: Found, blocks: readonly Block[]): Fit {
  const last = Math.max(0, ...laid.rows.map(([, { row }]) => row));
  const down = Math.max(0, (grid.rows - 1 - last) >> 1);
  const spots = new Map(laid.rows.map(([{ key }, { row, col }]) => [key, { row: row + down, col }]));
  return trimmed({
    ...grid,
    columns: laid.columns,
    spots,
    blocks: new Map(blocks.map((block) => [block.key, block])),
  });
}

/** Return a layout for more tiles than fit on the felt. It uses the smallest tile size and additional rows. */
export function overfull(area: Area, sorted: readonly Block[], { aspect }: Limits, lay: Lay): Found {
  const longest = Math.max(1, ...sorted.map(({ length }) => length));
  const fits = (w: number): boolean => gridOf(area, w, aspect).cols >= longest * TILE;
  let w = SMALLEST;
  while (w > 6 && !fits(w)) w--;
  const grid = gridOf(area, w, aspect);
  for (let { rows } = grid; ; rows++) {
    const longer = { ...grid, rows, top: rows > grid.rows ? (area.y ?? 0) + 8 : grid.top };
    const laid = lay(longer, 1);
    if (laid || rows > 60)
      return {
        grid: longer,
        laid: laid ?? { columns: [], rows: sorted.map((block, row) => [block, { row, col: 0 }]) },
      };
  }
}

/**
 * Fill rows from the left, in order. Unless the order is *strict*, a meld is moved up to an earlier row with enough room
 * if that saves a row.
 */
export function inRows(sorted: readonly Block[], grid: Grid, spare: number, strict = false): Laid | null {
  const spares = Array.from({ length: spare }, (_, i): Block => ({ key: -1 - i, length: 3 }));
  const all = [...sorted, ...spares];
  const ordered = filled(all, grid, 1);
  const packed = strict ? null : filled(all, grid, Infinity);
  const rows = ordered && (!packed || used(ordered) <= used(packed)) ? ordered : packed;
  if (!rows) return null;
  const spots = rows.flatMap((row, r) => {
    let col = 0;
    return row.map((block): [Block, Spot] => {
      const spot = { row: r, col };
      col += widthOf(block) + grid.gap;
      return [block, spot];
    });
  });
  return { columns: [], rows: spots.filter(([{ key }]) => key >= 0) };
}

/** Return the number of rows that contain melds. Rows that only reserve room are not counted. */
const used = (rows: readonly (readonly Block[])[]): number => rows.filter(([first]) => first!.key >= 0).length;

/**
 * Fill rows with blocks. Each block goes into the first of the last *back* rows that has enough room. Returns null if
 * there are not enough rows.
 */
function filled(blocks: readonly Block[], { rows, cols, gap }: Grid, back: number): Block[][] | null {
  const laid: { blocks: Block[]; used: number }[] = [];
  for (const block of blocks) {
    const wide = widthOf(block);
    // blocks that only reserve room may be put into any row
    const among = block.key < 0 ? laid : laid.slice(Math.max(0, laid.length - back));
    let row = among.find(({ used }) => used + wide <= cols);
    if (!row) {
      if (wide > cols || laid.length === rows) return null;
      row = { blocks: [], used: 0 };
      laid.push(row);
    }
    row.blocks.push(block);
    row.used += wide + gap;
  }
  return laid.map((row) => row.blocks);
}

/** Fill the columns for groups row by row, and the columns for runs beside them column by column. */
function inColumns(sorted: readonly Block[], { rows, cols }: Grid, spare: number): Laid | null {
  const groups = sorted.filter(({ kind }) => kind === 'group');
  const runs = sorted.filter(({ kind }) => kind !== 'group');
  const longest = Math.max(4 * TILE, ...groups.map(widthOf));
  for (let wide = Math.max(2, Math.ceil(groups.length / rows)); ; wide++) {
    const many = Math.max(1, Math.ceil(runs.length / rows));
    const high = Math.max(1, Math.ceil(groups.length / wide), Math.ceil(runs.length / many));
    const stacks = Array.from({ length: many }, (_, i) => runs.slice(i * high, (i + 1) * high));
    const widths = stacks.map((stack) => Math.max(runs.length ? 4 * TILE : longest, ...stack.map(widthOf)));
    const whole =
      wide * (longest + SLOT_GAP) + KIND_GAP + widths.reduce((sum, each) => sum + each + SLOT_GAP, -SLOT_GAP);
    if (whole > cols) return null;
    if (rows * (wide + many) - groups.length - runs.length < spare) continue;
    const group: Omit<Column, 'col'> = { kind: 'group', width: longest };
    const run = widths.map((width): typeof group => ({ kind: 'run', width }));
    // without groups, runs are in the middle
    const from = groups.length ? wide : wide >> 1;
    const order = Array<typeof group>(wide)
      .fill(group)
      .toSpliced(from, 0, ...run);
    let end = (cols - whole) >> 1;
    const columns = order.map((column, i): Column => {
      const col = end + (i < wide ? 0 : KIND_GAP);
      end += column.width + SLOT_GAP;
      return { ...column, col };
    });
    // without runs, groups are in all columns, and a single one is in the middle
    const across = runs.length ? wide : columns.length;
    const first = Number(sorted.length === 1);
    const at = (block: Block, column: Column, row: number): [Block, Spot] => [block, { row, col: column.col }];
    return {
      columns,
      rows: [
        ...groups.map((block, i) => at(block, columns[first + (i % across)]!, Math.floor(i / across))),
        ...stacks.flatMap((stack, i) => stack.map((block, row) => at(block, columns[from + i]!, row))),
      ],
    };
  }
}
