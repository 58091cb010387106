/**
 * Computes the positions of melds. Melds do not move unless they have to, so that players can find them again. A
 * meld that has to move stays in its row if tiles become only slightly smaller, and otherwise moves to another
 * row. Between turns, the melds of a full table all become smaller, to leave room for the next turns. If the melds
 * do not fit otherwise, rows are refilled in the same order.
 */

import {
  EDGE,
  TILE,
  clamp,
  gridOf,
  widthOf,
  type Area,
  type Block,
  type Fit,
  type Limits,
  type Spot,
} from './grid';
import { hasRoom, kept } from './keep';
import { SMALLEST, inRows, largest, overfull, placed, tidied, type Lay } from './tidy';

export { placeOf, spotAt, type Area, type Block, type Fit, type Limits, type Spot } from './grid';

/** Melds may be moved if this makes tiles larger by at least this factor. */
const WORTHWHILE = 1.15;
/** Tiles shrink by at most this factor to leave melds in their rows. Otherwise, melds move to other rows. */
const SLIGHTLY = 1.1;
/**
 * Rows may be refilled if this makes tiles larger by at least this factor. The second one is for a window that has
 * changed its size, when players expect that melds move.
 */
export const MUCH = 1.5;
const MUCH_AFTER_RESIZE = 1.2;
/** A rack that gains or loses a row changes the height of the felt by at most this factor. */
const RACK_ROW = 0.15;
/** If the table is full after a turn, tiles shrink at least by this factor, so that they keep this size for several turns. */
const STEP = 0.85;
/** The number of new melds for which such a step makes room if possible: about as many as a round of turns brings. */
const ROOM = 3;
/** The gap between melds if tiles would otherwise become smaller, in grid columns. */
const CLOSE = 3;

/** Lay out *blocks*. *before* is the layout that is currently displayed, if any. */
export function fit(area: Area, blocks: readonly Block[], limits: Limits, before?: Fit): Fit {
  if (!before?.spots.size)
    return blocks.some(({ near }) => near) && before
      ? dropped(area, blocks, limits)
      : tidied(area, blocks, limits);
  if (turned(shapeOf(before), area)) return reshaped(area, blocks, limits, before);
  const same = sameArea(before.area, area);
  const now = settled(area, blocks, limits, before);
  if (now && !limits.grow && (same || now.tile.w === before.tile.w)) return now;
  const resizes = before.area.width !== area.width || differs(before.area.height, area.height) > RACK_ROW;
  const best = refilled(area, inOrder(blocks, before), limits);
  if (now && same && best.tile.w < now.tile.w * MUCH)
    return limits.spare === 0 ? now : withRoom(now, blocks, limits);
  if (now && best.tile.w < now.tile.w * WORTHWHILE) return now;
  const laid = resized(area, blocks, limits, { before, now, best });
  if (laid) return laid;
  if (now && best.tile.w < now.tile.w * (resizes ? MUCH_AFTER_RESIZE : MUCH)) return now;
  if (now || !same || before.tile.w > SMALLEST) return best;
  return kept({ ...before, rows: before.rows + 1 }, blocks) ?? best;
}

/**
 * A layout, and whether all earlier melds are still in their rows, apart from those that changed their length, or
 * including these as well, or whether even no other meld moved at all.
 */
interface Settled {
  readonly laid: Fit;
  readonly inRows: boolean;
  readonly allInRows: boolean;
  readonly still: boolean;
}

/** Return the layout within a frame, which is the earlier layout on a new grid, or null if there is not enough room. */
function settledIn(frame: Fit | null, blocks: readonly Block[]): Settled | null {
  const laid = kept(frame, blocks);
  if (!laid) return null;
  const { spots, blocks: now } = laid;
  const same = [...frame!.spots].filter(([key]) => now.get(key)?.length === frame!.blocks.get(key)!.length);
  const stays = ([key, { row }]: [number, Spot]): boolean => spots.get(key)!.row === row;
  const inRows = same.every(stays);
  const allInRows = inRows && [...frame!.spots].every((spot) => !now.has(spot[0]) || stays(spot));
  return {
    laid,
    inRows,
    allInRows,
    still: allInRows && same.every(([key, { col }]) => spots.get(key)!.col === col),
  };
}

/**
 * Return the layout whose tiles have the same size as before. If there is no room, rows move closer together for
 * another row before melds push their neighbours aside. Only if that is not enough to leave all other melds in
 * their rows, tiles become slightly smaller. Returns null if there is not enough room.
 */
function settled(area: Area, blocks: readonly Block[], limits: Limits, before: Fit): Fit | null {
  const w = Math.floor(Math.min(limits.largest, before.tile.w));
  const found: Settled[] = [];
  for (const frame of framesOf(before, area, w, limits)) {
    const each = settledIn(frame, blocks);
    if (each?.still) return each.laid;
    if (each) found.push(each);
  }
  const inRows = found.find((each) => each.allInRows) ?? found.find((each) => each.inRows);
  if (inRows) return inRows.laid;
  const least = Math.max(SMALLEST, Math.ceil(w / SLIGHTLY));
  for (let less = w - 1; less >= least && found.length; less--) {
    const smaller = settledIn(scaled(before, area, less, limits), blocks);
    if (smaller?.inRows) return smaller.laid;
  }
  return found[0]?.laid ?? null;
}

/** Return the earlier layout with tiles that are *w* wide: unmoved if possible, and then with ever closer rows. */
function framesOf(before: Fit, area: Area, w: number, limits: Limits): Fit[] {
  const frames = [w === before.tile.w ? anchored(before, area) : null];
  const { rows } = gridOf(area, w, limits.aspect);
  for (let n = rows; gridOf(area, w, limits.aspect, n).rows >= n; n++)
    frames.push(scaled(before, area, w, limits, n));
  return frames.flatMap((frame) => (frame ? [frame, { ...frame, gap: CLOSE }] : []));
}

/**
 * Return a layout with room for another meld, so that tiles do not shrink during a turn. If there is no room even
 * with closer rows, all tiles shrink in one step, if possible until half as many melds again fit.
 */
function withRoom(now: Fit, blocks: readonly Block[], limits: Limits): Fit {
  const { area } = now;
  for (const frame of framesOf(now, area, now.tile.w, limits)) {
    const at = settledIn(frame, blocks);
    if (at?.inRows && hasRoom(at.laid)) return now;
  }
  let found: Fit | null = null;
  for (let w = Math.floor(now.tile.w * STEP); w >= SMALLEST; w--) {
    const at = settledIn(scaled(now, area, w, limits), blocks);
    if (!at?.inRows) continue;
    found ??= at.laid;
    if (hasRoom(at.laid, ROOM)) return at.laid;
  }
  return found ?? now;
}

/**
 * Return a layout whose tiles are almost as large as in *best*. If there is room *now*, the tiles become larger and all
 * melds stay in their rows. Otherwise, the tiles become smaller, preferably with room for another meld.
 */
function resized(
  area: Area,
  blocks: readonly Block[],
  limits: Limits,
  { before, now, best }: { readonly before: Fit; readonly now: Fit | null; readonly best: Fit },
): Fit | undefined {
  const most = now ? best.tile.w : Math.floor(Math.min(limits.largest, before.tile.w));
  const least = Math.max(SMALLEST, Math.ceil((now ?? best).tile.w * (now ? WORTHWHILE : 1 / WORTHWHILE)));
  const found: Settled[] = [];
  for (let w = most; w >= least; w--) {
    const at = settledIn(scaled(before, area, w, limits), blocks);
    if (at && (at.inRows || !now)) found.push(at);
  }
  const roomy = found.filter(({ laid }) => hasRoom(laid));
  return (roomy.find(({ inRows }) => inRows) ?? roomy[0] ?? found.find(({ inRows }) => inRows) ?? found[0])?.laid;
}

/**
 * Return the layout for a window that was rotated or zoomed. Melds stay in their rows if tiles are then almost as large
 * as in refilled rows.
 */
function reshaped(area: Area, blocks: readonly Block[], limits: Limits, before: Fit): Fit {
  const best = refilled(area, inOrder(blocks, before), limits);
  const least = Math.max(SMALLEST, Math.ceil(best.tile.w / MUCH_AFTER_RESIZE));
  const found: Fit[] = [];
  for (let w = Math.floor(limits.largest); w >= least; w--) {
    for (const frame of [scaled(before, area, w, limits), packed(before, area, w, limits)]) {
      const at = settledIn(frame, blocks);
      if (at?.allInRows) found.push({ ...at.laid, shape: area });
    }
  }
  return found.find((laid) => hasRoom(laid)) ?? found[0] ?? best;
}

/** Lay out *blocks* row by row in the given order, with tiles as large as possible. */
export function refilled(area: Area, blocks: readonly Block[], limits: Limits): Fit {
  const lay: Lay = (grid, spare) => inRows(blocks, grid, spare, true);
  return placed(largest(area, limits, lay) ?? overfull(area, blocks, limits, lay), blocks);
}

/** Sort melds by their rows and, within a row, from left to right. New melds are at the end. */
export function inOrder(blocks: readonly Block[], before: Fit): Block[] {
  const spot = (block: Block): Spot =>
    before.spots.get(block.key) ?? block.near ?? { row: Infinity, col: block.key };
  return [...blocks].sort((a, b) => {
    const [from, to] = [spot(a), spot(b)];
    return from.row === to.row ? from.col - to.col : from.row - to.row;
  });
}

/** Return the layout of the first melds on an empty table, which stay where the player dropped them. */
function dropped(area: Area, blocks: readonly Block[], limits: Limits): Fit {
  const tidy = tidied(area, blocks, limits);
  return kept({ ...tidy, spots: new Map(), blocks: new Map() }, blocks) ?? tidy;
}

export const sameArea = (a: Area, b: Area): boolean =>
  a.width === b.width && a.height === b.height && a.x === b.x && a.y === b.y;

/**
 * Return the size that the felt had when the melds were arranged. The new size is compared with this size, because a
 * window that is being rotated may change its size in several steps.
 */
const shapeOf = ({ shape, area }: Fit): Area => shape ?? area;

/**
 * Return whether the window was rotated, or reshaped so much that tiles may become much larger. This excludes opening the
 * side panel, which takes less than a third of the width, and opening an on-screen keyboard, which only reduces the
 * height.
 */
function turned(a: Area, b: Area): boolean {
  const [wide, high] = [differs(a.width, b.width), differs(a.height, b.height)];
  return wide > 1 / 3 || Math.min(wide, high) > 0.1;
}

const differs = (a: number, b: number): number => Math.abs(a - b) / Math.max(a, b);

/**
 * Return the same layout on a felt that may have become higher or lower at one side. Only if a meld would
 * leave the felt, all melds move together, no further than they have to. Returns null if that is not enough.
 */
function anchored(before: Fit, area: Area): Fit | null {
  const { y: above = 0, height } = area;
  const { y: from = 0, height: high } = before.area;
  if (sameArea(before.area, area)) return before;
  const { width, x } = before.area;
  if (width !== area.width || x !== area.x || (above !== from && above + height !== from + high)) return null;
  const { pitch, tile } = before;
  const rows = [...before.spots.values()].map(({ row }) => row);
  const below = above + height - EDGE - tile.h;
  const [least, most] = [above + EDGE - Math.min(...rows) * pitch, below - Math.max(...rows) * pitch];
  if (least > most) return null;
  const anchor = clamp(before.top, least, most);
  // rows that have left the felt, or new ones if negative
  const gone = Math.ceil((above + EDGE - anchor) / pitch);
  const top = anchor + gone * pitch;
  return {
    ...before,
    area,
    top,
    rows: Math.floor((below - top) / pitch) + 1,
    spots: new Map([...before.spots].map(([key, { row, col }]) => [key, { row: row - gone, col }])),
    shape: shapeOf(before),
  };
}

/** Return the same arrangement with tiles that are *w* wide, or null if it does not fit. */
export function scaled(before: Fit, area: Area, w: number, { aspect }: Limits, least = 1): Fit | null {
  const grid = gridOf(area, w, aspect, least);
  const spots = [...before.spots];
  const ends = spots.map(([key, { col }]) => col + TILE * before.blocks.get(key)!.length);
  const right = shift(
    spots.map(([, { col }]) => col),
    ends,
    [before.cols, grid.cols],
  );
  const rows = spots.map(([, { row }]) => row);
  const down = shift(
    rows,
    rows.map((row) => row + 1),
    [before.rows, grid.rows],
  );
  if (right === null || down === null) return null;
  return {
    ...grid,
    columns: before.columns.map((column) => ({ ...column, col: column.col + right })),
    spots: new Map(spots.map(([key, { row, col }]) => [key, { row: row + down, col: col + right }])),
    blocks: before.blocks,
    shape: shapeOf(before),
  };
}

/** Return the same rows as close together as *w* wide tiles need, or null if there are too many. */
export function packed(before: Fit, area: Area, w: number, { aspect }: Limits): Fit | null {
  const grid = gridOf(area, w, aspect, Infinity);
  const spots = [...before.spots];
  const rows = [...new Set(spots.map(([, { row }]) => row))].sort((a, b) => a - b);
  if (rows.length > grid.rows) return null;
  const start = Math.min(...spots.map(([, { col }]) => col));
  const end = Math.max(...spots.map(([key, { col }]) => col + widthOf(before.blocks.get(key)!)));
  const closer = Math.min(1, grid.cols / (end - start));
  const at = ({ row, col }: Spot): Spot => ({
    row: rows.indexOf(row),
    col: Math.floor((col - start) * closer),
  });
  return {
    ...grid,
    columns: [],
    spots: new Map(spots.map(([key, spot]) => [key, at(spot)])),
    blocks: before.blocks,
    shape: shapeOf(before),
  };
}

/** Return the offset that leaves the melds centred when the grid changes its size, or null if they do not fit. */
function shift(
  starts: readonly number[],
  ends: readonly number[],
  [was, is]: readonly [number, number],
): number | null {
  const [low, high] = [Math.min(...starts), Math.max(...ends)];
  return high - low > is ? null : clamp(Math.floor((is - was) / 2), -low, is - high);
}
