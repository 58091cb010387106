/**
 * Minimizes the movement of melds. Melds that a play did not change stay in position if there is room for the
 * changed ones. A meld that grows pushes its neighbours aside within the row. If the row is too short for them, it
 * moves to a free spot itself or, without one, the last melds of the row move. New melds are placed as on a tidy
 * table.
 */

import { TILE, clamp, widthOf, type Block, type Column, type Fit, type Spot } from './grid';
import { crowdIn, gaps, makeWay, spread, type Laid } from './row';

/** The maximum distance for dropped tiles to snap into line with another meld, in columns. */
const SNAP = 24;
const SPARE: Block = { key: -1, length: 3 };
/** The space on each side of a new meld for it and its neighbours to grow, in columns. */
const AIR = TILE;
/** The cost of a column that this space lacks, where a row further away costs 10. */
const NARROW = 5;

/** Return a layout that moves no block further than necessary, or null if there is no such layout. */
export function kept(before: Fit | null, blocks: readonly Block[]): Fit | null {
  if (!before) return null;
  const rows: Laid[][] = Array.from({ length: before.rows }, () => []);
  const byKey = new Map(blocks.map((block) => [block.key, block]));
  const homeless: Block[] = [];
  const touched: Block[] = [];
  for (const block of blocks) {
    const spot = before.spots.get(block.key);
    const was = before.blocks.get(block.key);
    if (!spot || !was) {
      homeless.push(block);
      continue;
    }
    if (was.length !== block.length) touched.push(block);
    // changed blocks occupy their old space until their new position has been found
    rows[spot.row]!.push({ block: was.length < block.length ? was : block, col: spot.col });
  }
  for (const row of rows) {
    row.sort((a, b) => a.col - b.col);
    while (!spread(row, before)) {
      const { key } = row.pop()!.block;
      homeless.push(byKey.get(key)!);
    }
  }
  for (const block of touched) {
    if (homeless.some(({ key }) => key === block.key)) continue;
    const { row } = before.spots.get(block.key)!;
    const [own] = rows[row]!.splice(
      rows[row]!.findIndex((laid) => laid.block.key === block.key),
      1,
    );
    const spot = { row, col: own!.col };
    if (stays(block, spot, rows, before) || pushes(block, spot, rows, before)) continue;
    const free = nearest(block, spot, rows, before);
    if (free) put(block, free, rows);
    else homeless.unshift(...evicts(block, spot, rows, before).map((each) => byKey.get(each)!));
  }
  for (const block of homeless) if (!housed(block, rows, before)) return null;
  const spots = new Map<number, Spot>();
  rows.forEach((row, r) => row.forEach(({ block, col }) => spots.set(block.key, { row: r, col })));
  return { ...before, spots, blocks: byKey };
}

/** Return whether there is room for *many* new melds of three tiles. */
export function hasRoom(fit: Fit, many = 1): boolean {
  const rows: Laid[][] = Array.from({ length: fit.rows }, () => []);
  for (const [key, { row, col }] of fit.spots) rows[row]!.push({ block: fit.blocks.get(key)!, col });
  const wide = widthOf(SPARE) + fit.gap;
  const free = rows.flatMap((row) =>
    gaps(
      row.sort((a, b) => a.col - b.col),
      fit,
    ),
  );
  return free.reduce((sum, [from, to]) => sum + Math.max(0, Math.floor((to - from + fit.gap) / wide)), 0) >= many;
}

function put(block: Block, { row, col }: Spot, rows: Laid[][]): true {
  rows[row]!.push({ block, col });
  rows[row]!.sort((a, b) => a.col - b.col);
  return true;
}

/** Return the start column that leaves the earlier tiles of a block in position after it has grown or shrunk. */
function wishOf({ key, ids = [] }: Block, col: number, frame: Fit): number {
  const { ids: was = [] } = frame.blocks.get(key)!;
  const first = ids.findIndex((id) => was.includes(id));
  return first < 0 ? col : col + TILE * (was.indexOf(ids[first]!) - first);
}

/**
 * Put a block that grew or shrank at its old spot, if possible without moving its earlier tiles. Returns false if there
 * is not enough room.
 */
function stays(block: Block, { row, col }: Spot, rows: Laid[][], frame: Fit): boolean {
  const wished = wishOf(block, col, frame);
  const gap = gaps(rows[row]!, frame).find(
    ([from, to]) => from <= col && col <= to && to - from >= widthOf(block),
  );
  return gap !== undefined && put(block, { row, col: clamp(wished, gap[0], gap[1] - widthOf(block)) }, rows);
}

/** Put a block that grew between its neighbours, pushing them aside. Returns false if the row is too short for them. */
function pushes(block: Block, { row, col }: Spot, rows: Laid[][], frame: Fit): boolean {
  const now = between(block, col, rows[row]!, frame);
  makeWay(now, block, frame);
  if (!spread(now, frame)) return false;
  rows[row] = now;
  return true;
}

/** Put a block that grew between its neighbours, and return the keys of the last blocks in the row that had to leave. */
function evicts(block: Block, { row, col }: Spot, rows: Laid[][], frame: Fit): number[] {
  const now = between(block, col, rows[row]!, frame);
  const removed: number[] = [];
  while (!spread(now, frame)) removed.unshift(now.pop()!.block.key);
  rows[row] = now;
  return removed;
}

const between = (block: Block, col: number, row: readonly Laid[], frame: Fit): Laid[] =>
  row
    .map((laid) => ({ ...laid }))
    .toSpliced(row.filter((laid) => laid.col < col).length, 0, { block, col: wishOf(block, col, frame) });

/**
 * Put a block at the free spot closest to its preferred position or, if it has none, at its spot on a tidy table.
 * Without a free spot, make room by pushing aside as few other blocks as possible.
 */
function housed(block: Block, rows: Laid[][], frame: Fit): boolean {
  const near = frame.spots.get(block.key) ?? block.near ?? whereItLay(block, frame);
  const spot = near ? nearest(block, near, rows, frame) : tidyPlace(block, rows, frame);
  if (spot) return put(block, spot, rows);
  return crowded(block, near ?? { row: Math.floor(frame.rows / 2), col: 0 }, rows, frame);
}

/** Return the previous position of most tiles in a new block, so that tiles stay nearby when a meld is split. */
function whereItLay({ ids = [] }: Block, { blocks, spots }: Fit): Spot | undefined {
  const lay = ids.flatMap((id, i): Spot[] => {
    const was = [...blocks.values()].find((each) => each.ids?.includes(id));
    const spot = was && spots.get(was.key);
    return spot ? [{ row: spot.row, col: spot.col + TILE * (was.ids!.indexOf(id) - i) }] : [];
  });
  return lay.length * 2 > ids.length ? lay[0] : undefined;
}

/** Put a block into the row with the fewest blocks to push aside. Returns false if none has enough room. */
function crowded(block: Block, near: Spot, rows: Laid[][], frame: Fit): boolean {
  const found = rows.flatMap((row, r) => {
    const now = crowdIn(row, block, frame);
    return now ? [{ ...now, r, cost: now.moved + Math.abs(r - near.row) / 100 }] : [];
  });
  const [best] = found.sort((a, b) => a.cost - b.cost);
  if (best) rows[best.r] = best.row;
  return best !== undefined;
}

/** Return the free spot that is closest to *near*. If possible, it is aligned with a nearby meld. */
function nearest(block: Block, near: Spot, rows: readonly Laid[][], frame: Fit): Spot | null {
  const wide = widthOf(block);
  let best: (Spot & { readonly far: number }) | null = null;
  rows.forEach((row, r) => {
    for (const [from, to] of gaps(row, frame)) {
      if (to - from < wide) continue;
      const col = aligned(clamp(near.col, from, to - wide), [from, to - wide], rows, frame);
      const far = Math.hypot(((col - near.col) * frame.step) / TILE, (r - near.row) * frame.pitch * 1.5);
      if (!best || far < best.far) best = { row: r, col, far };
    }
  });
  return best;
}

/**
 * Return the start column of a meld that is within the limits and close enough to snap to. If there is no such
 * meld, return *col*. On an empty table, the first meld does not snap.
 */
function aligned(
  col: number,
  [from, to]: readonly [number, number],
  rows: readonly Laid[][],
  { columns }: Fit,
): number {
  if (rows.every((row) => !row.length)) return col;
  const starts = columns.length
    ? columns.map((each) => each.col)
    : [0, from, from + AIR, ...rows.flatMap((row) => row.map((laid) => laid.col))];
  const close = starts.filter((start) => start >= from && start <= to && Math.abs(start - col) <= SNAP);
  return close.sort((a, b) => Math.abs(a - col) - Math.abs(b - col))[0] ?? col;
}

/**
 * Return the spot where a block would be on a tidy table: in a column for groups or runs, or in the row that contains
 * the last block of the same kind.
 */
function tidyPlace(block: Block, rows: readonly Laid[][], frame: Fit): Spot | null {
  const wide = widthOf(block);
  const middle = (frame.rows - 1) / 2;
  const mine = rows.flatMap((row, r) => (row.some((laid) => laid.block.kind === block.kind) ? r : []));
  const last = mine.at(-1);
  let best: (Spot & { readonly cost: number }) | null = null;
  const offer = (row: number, col: number, cost: number): void => {
    if (!best || cost < best.cost) best = { row, col, cost };
  };
  rows.forEach((row, r) => {
    const free = gaps(row, frame).filter(([from, to]) => to - from >= wide);
    const away =
      last === undefined || frame.columns.length ? Math.abs(r - middle) : Math.abs(r - last) + (r < last ? 1 : 0);
    frame.columns.forEach((column: Column, i) => {
      if (!free.some(([from, to]) => from <= column.col && column.col + wide <= to)) return;
      // prefer a column for blocks of the same kind
      const other = column.kind === (block.kind ?? 'run') ? 0 : 100;
      offer(r, column.col, other + away * 10 + i);
    });
    for (const [from, to] of free) {
      const room = to - from - wide;
      const wished = (from > 0 ? AIR : 0) + (to < frame.cols ? AIR : 0);
      const col = frame.columns.length
        ? clamp(Math.floor((frame.cols - wide) / 2), from, to - wide)
        : from + (from > 0 ? Math.min(AIR, Math.floor((room * AIR) / wished)) : 0);
      const narrow = Math.max(0, wished - room) * NARROW;
      offer(r, col, (frame.columns.length ? 1000 : 0) + away * 10 + col / frame.cols + narrow);
    }
  });
  return best;
}
