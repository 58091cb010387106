/**
 * The layout of the melds: all of them always fit, with tiles as large as possible, no meld broken.
 *
 * The table is a grid of rows and of columns half a tile wide; a meld takes two columns a tile and
 * leaves one free beside it. A meld keeps its place as long as possible, so that a
 * player finds it again; small changes move only what they touch.
 */

export interface Area {
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly w: number;
  readonly h: number;
}

/** A place on the grid: the row, and the column of the first half tile. */
export interface Spot {
  readonly row: number;
  readonly col: number;
}

/** A meld to be laid: where it should lie, if that is known. */
export interface Block {
  readonly key: number;
  readonly length: number;
  readonly near?: Spot;
}

export interface Fit {
  readonly area: Area;
  readonly tile: Size;
  readonly pitch: number;
  readonly rows: number;
  readonly cols: number;
  /** The upper left corner of the grid within the area. */
  readonly left: number;
  readonly top: number;
  readonly spots: ReadonlyMap<number, Spot>;
  readonly lengths: ReadonlyMap<number, number>;
}

export interface Limits {
  /** The width of the largest tile, and how much higher than wide a tile is. */
  readonly largest: number;
  readonly aspect: number;
  /** Whether tiles may grow again: between turns, not while one is built. */
  readonly grow: boolean;
}

const PAD = 8;
const SMALLEST = 6;
const WORTHWHILE = 1.15;
const SPARE: Block = { key: -1, length: 3 };

/** Lay out *blocks*; *before* is the layout that is on the screen. */
export function fit(area: Area, blocks: readonly Block[], limits: Limits, before?: Fit): Fit {
  const framed = before && reframed(before, area, limits.aspect);
  const stay = framed ? kept(framed, blocks) : null;
  if (stay && !limits.grow) return stay;
  const ordered = before ? inReadingOrder(blocks, before) : blocks;
  const best = largest(area, ordered, limits);
  return stay && best.tile.w < stay.tile.w * WORTHWHILE ? stay : best;
}

/** The pixel place of a spot. */
export const placeOf = (fit: Fit, { row, col }: Spot): { x: number; y: number } => ({
  x: fit.left + (col * fit.tile.w) / 2,
  y: fit.top + row * fit.pitch,
});

/** The spot under a point, wherever the point is. */
export function spotAt(fit: Fit, x: number, y: number): Spot {
  const row = Math.floor((y - fit.top + (fit.pitch - fit.tile.h) / 2) / fit.pitch);
  const col = Math.round(((x - fit.left) * 2) / fit.tile.w) - 1;
  return { row: clamp(row, 0, fit.rows - 1), col: clamp(col, 0, fit.cols - 2) };
}

const clamp = (n: number, low: number, high: number): number => Math.max(low, Math.min(high, n));

function grid(area: Area, w: number, aspect: number): Omit<Fit, 'spots' | 'lengths'> {
  const tile = { w, h: Math.round(w * aspect) };
  const pitch = tile.h + Math.max(3, Math.round(tile.h * 0.2));
  const cols = Math.max(2, Math.floor(((area.width - 2 * PAD) * 2) / w));
  const rows = Math.max(1, Math.floor((area.height - 2 * PAD + pitch - tile.h) / pitch));
  const left = Math.round((area.width - (cols * w) / 2) / 2);
  const top = Math.round((area.height - rows * pitch + pitch - tile.h) / 2);
  return { area, tile, pitch, rows, cols, left, top };
}

/** The layout with the largest tiles, with room left to lay a meld of three. */
function largest(area: Area, blocks: readonly Block[], limits: Limits): Fit {
  for (let w = Math.floor(limits.largest); w > SMALLEST; w--) {
    const frame = grid(area, w, limits.aspect);
    const rows = packed([...blocks, SPARE], frame);
    if (rows) return placed(blocks, frame);
  }
  return placed(blocks, grid(area, SMALLEST, limits.aspect));
}

const widthOf = (block: Block): number => 2 * block.length;

/** Rows filled one after the other, each block in the first that has room; null if too many. */
function packed(
  blocks: readonly Block[],
  { rows, cols }: { readonly rows: number; readonly cols: number },
): Block[][] | null {
  const filled: { blocks: Block[]; used: number }[] = [];
  for (const block of blocks) {
    const wide = widthOf(block);
    let row = filled.find(({ used }) => used + 1 + wide <= cols);
    if (!row) {
      if (wide > cols || filled.length === rows) return null;
      row = { blocks: [], used: -1 };
      filled.push(row);
    }
    row.blocks.push(block);
    row.used += 1 + wide;
  }
  return filled.map((row) => row.blocks);
}

/** Blocks packed again into the middle of the grid, in a shape like that of the area. */
function placed(blocks: readonly Block[], frame: Omit<Fit, 'spots' | 'lengths'>): Fit {
  const lengths = new Map(blocks.map(({ key, length }) => [key, length]));
  const rows = shaped(blocks, frame);
  const spots = new Map<number, Spot>();
  const wide = Math.max(0, ...rows.map(rowWidth));
  // with every row in use the free columns stay together, as a place for a new meld
  const free = rows.length < frame.rows ? (frame.cols - wide) / 2 : 0;
  const left = Math.max(0, Math.floor(free));
  const top = Math.max(0, Math.floor((frame.rows - rows.length) / 2));
  rows.forEach((row, r) => {
    let col = left;
    for (const block of row) {
      spots.set(block.key, { row: top + r, col });
      col += widthOf(block) + 1;
    }
  });
  return { ...frame, spots, lengths };
}

const rowWidth = (row: readonly Block[]): number =>
  row.reduce((sum, block) => sum + widthOf(block) + 1, -1);

function shaped(blocks: readonly Block[], frame: Omit<Fit, 'spots' | 'lengths'>): Block[][] {
  const wanted = (frame.area.width / frame.area.height) * 1.25;
  let best = packed(blocks, frame) ?? overfull(blocks, frame);
  let off = Infinity;
  const narrowest = Math.max(0, ...blocks.map(widthOf));
  for (let cols = frame.cols; cols >= narrowest; cols -= 2) {
    const rows = packed(blocks, { rows: frame.rows, cols });
    if (!rows) break;
    const shape = (Math.max(1, ...rows.map(rowWidth)) * frame.tile.w) / 2 / (rows.length * frame.pitch);
    const far = Math.abs(Math.log(shape / wanted));
    if (far < off) [best, off] = [rows, far];
  }
  return best;
}

/** More tiles than any screen has room for: rows as they come, the last ones on top of each other. */
function overfull(blocks: readonly Block[], frame: { rows: number; cols: number }): Block[][] {
  const cols = Math.max(frame.cols, ...blocks.map(widthOf));
  const rows = packed(blocks, { rows: Infinity, cols })!;
  return [...rows.slice(0, frame.rows - 1), rows.slice(frame.rows - 1).flat()];
}

function inReadingOrder(blocks: readonly Block[], before: Fit): Block[] {
  const rank = (block: Block): number => {
    const spot = before.spots.get(block.key) ?? block.near;
    return spot ? spot.row * 1000 + spot.col : Infinity;
  };
  return [...blocks].sort((a, b) => rank(a) - rank(b) || 0);
}

/** The same layout in a larger or smaller area, or null where something would lie outside. */
function reframed(before: Fit, area: Area, aspect: number): Fit | null {
  if (before.area.width === area.width && before.area.height === area.height) return before;
  const frame = grid(area, before.tile.w, aspect);
  const down = Math.floor((frame.rows - before.rows) / 2);
  const right = Math.floor((frame.cols - before.cols) / 2);
  const spots = new Map<number, Spot>();
  for (const [key, spot] of before.spots) {
    const row = spot.row + down;
    const col = spot.col + right;
    const wide = 2 * (before.lengths.get(key) ?? 1);
    if (row < 0 || row >= frame.rows || col < 0 || col + wide > frame.cols) return null;
    spots.set(key, { row, col });
  }
  return { ...frame, spots, lengths: before.lengths };
}

/** The layout with every block where it was, moved only as far as others need; null if that fails. */
function kept(before: Fit, blocks: readonly Block[]): Fit | null {
  const rows: Laid[][] = Array.from({ length: before.rows }, () => []);
  const homeless: Block[] = [];
  for (const block of blocks) {
    const spot = before.spots.get(block.key);
    if (spot) rows[spot.row]!.push({ block, col: spot.col });
    else homeless.push(block);
  }
  for (const row of rows) {
    row.sort((a, b) => a.col - b.col);
    while (!spread(row, before.cols)) {
      const out = row.findLastIndex(({ block }) => before.lengths.get(block.key) === block.length);
      homeless.push(row.splice(out < 0 ? row.length - 1 : out, 1)[0]!.block);
    }
  }
  for (const block of homeless) if (!housed(block, rows, before)) return null;
  // there is always room to drop a new meld
  if (!rows.some((row) => gaps(row, before.cols).some(([from, to]) => to - from >= widthOf(SPARE)))) {
    return null;
  }
  const spots = new Map<number, Spot>();
  rows.forEach((row, r) => row.forEach(({ block, col }) => spots.set(block.key, { row: r, col })));
  return { ...before, spots, lengths: new Map(blocks.map(({ key, length }) => [key, length])) };
}

interface Laid {
  readonly block: Block;
  col: number;
}

/** Push the blocks of a row apart, to the right and then back from the edge; false if too long. */
function spread(row: Laid[], cols: number): boolean {
  if (rowWidth(row.map(({ block }) => block)) > cols) return false;
  let free = 0;
  for (const laid of row) {
    laid.col = Math.max(laid.col, free);
    free = laid.col + widthOf(laid.block) + 1;
  }
  let edge = cols;
  for (const laid of [...row].reverse()) {
    laid.col = Math.min(laid.col, edge - widthOf(laid.block));
    edge = laid.col - 1;
  }
  return true;
}

/** Lay a block in the free place nearest to where it should be, or to the middle. */
function housed(block: Block, rows: Laid[][], frame: Fit): boolean {
  const wide = widthOf(block);
  const near = before(block, frame) ?? {
    row: (frame.rows - 1) / 2,
    col: (frame.cols - wide) / 2,
  };
  let best: { row: number; col: number; far: number } | null = null;
  rows.forEach((row, r) => {
    for (const [from, to] of gaps(row, frame.cols)) {
      if (to - from < wide) continue;
      const col = clamp(Math.round(near.col), from, to - wide);
      const dx = ((col - near.col) * frame.tile.w) / 2;
      const dy = (r - near.row) * frame.pitch * 1.5;
      const far = Math.hypot(dx, dy);
      if (!best || far < best.far) best = { row: r, col, far };
    }
  });
  if (!best) return false;
  const { row, col } = best as Spot;
  rows[row]!.push({ block, col });
  rows[row]!.sort((a, b) => a.col - b.col);
  return true;
}

const before = (block: Block, frame: Fit): Spot | undefined =>
  frame.spots.get(block.key) ?? block.near;

/** The free stretches of a row, the gaps beside blocks taken off. */
function gaps(row: readonly Laid[], cols: number): [number, number][] {
  const found: [number, number][] = [];
  let free = 0;
  for (const { block, col } of row) {
    found.push([free, col - 1]);
    free = col + widthOf(block) + 1;
  }
  return [...found, [free, cols]];
}
