/**
 * Computes the positions of melds. Melds do not move unless they have to, so that players can find them again. A meld
 * that has to move stays in its row if tiles become only slightly smaller, and otherwise moves to another row. If the
 * melds do not fit otherwise, rows are refilled in the same order. All melds are rearranged only if the window is
 * rotated.
 */

import {
  TILE,
  clamp,
  gridOf,
  trimmed,
  widthOf,
  type Area,
  type Block,
  type Fit,
  type Limits,
  type Spot,
} from './grid';
import { hasRoom, kept } from './keep';
import { SMALLEST, refilled, tidied } from './tidy';

export { placeOf, spotAt, type Area, type Block, type Fit, type Limits, type Spot } from './grid';

/** Melds may be moved if this makes tiles larger by at least this factor. */
const WORTHWHILE = 1.15;
/** Tiles shrink by at most this factor to leave melds in their rows. Otherwise, melds move to other rows. */
const SLIGHTLY = 1.1;
/** Rows may be refilled if this makes tiles larger by at least this factor. */
const MUCH = 1.5;
/** The minimum distance of melds from the lower edge of the felt when its height changes, in pixels. */
const EDGE = 6;

/** Lay out *blocks*. *before* is the layout that is currently displayed, if any. */
export function fit(area: Area, blocks: readonly Block[], limits: Limits, before?: Fit): Fit {
  return limits.middle
    ? centred(arranged(area, blocks, { ...limits, spare: 0 }, before))
    : arranged(area, blocks, limits, before);
}

function arranged(area: Area, blocks: readonly Block[], limits: Limits, before?: Fit): Fit {
  if (!before?.spots.size)
    return blocks.some(({ near }) => near) && before
      ? dropped(area, blocks, limits)
      : tidied(area, blocks, limits);
  if (turned(shapeOf(before), area) && !limits.middle) return tidied(area, blocks, limits);
  const same = sameArea(before.area, area);
  const now = limits.middle ? enlarged(area, blocks, limits, before) : settled(area, blocks, limits, before);
  if (now && same && !limits.grow) return now;
  const best = refilled(area, inOrder(blocks, before), limits);
  if (now && best.tile.w < now.tile.w * WORTHWHILE) return now;
  const laid = limits.middle ? undefined : resized(area, blocks, limits, { before, now, best });
  if (laid) return laid;
  if (now && (same || limits.middle) && best.tile.w < now.tile.w * MUCH) return now;
  if (now || !same || before.tile.w > SMALLEST) return best;
  return kept({ ...before, rows: before.rows + 1 }, blocks) ?? best;
}

/** A layout, and whether every meld is still in its row. */
interface Settled {
  readonly laid: Fit;
  readonly inRows: boolean;
}

/** Return the layout within a frame, which is the earlier layout on a new grid, or null if there is not enough room. */
function settledIn(frame: Fit | null, blocks: readonly Block[]): Settled | null {
  const laid = kept(frame, blocks);
  return (
    laid && {
      laid,
      inRows: [...frame!.spots].every(([key, { row }]) => row === (laid.spots.get(key)?.row ?? row)),
    }
  );
}

/**
 * Return the layout whose tiles have the same size as before, or are slightly smaller if that leaves all melds in their
 * rows. Returns null if there is not enough room.
 */
function settled(area: Area, blocks: readonly Block[], limits: Limits, before: Fit): Fit | null {
  const w = Math.floor(Math.min(limits.largest, before.tile.w));
  const whole = scaled(before, area, w, limits);
  const frames = [w === before.tile.w ? anchored(before, area) : null, whole && trimmed(whole), whole];
  const least = Math.max(SMALLEST, Math.ceil(w / SLIGHTLY));
  const found = frames.flatMap((frame) => settledIn(frame, blocks) ?? []);
  const still = found.find(({ inRows }) => inRows);
  if (still) return still.laid;
  for (let less = w - 1; less >= least && found.length; less--) {
    const smaller = settledIn(scaled(before, area, less, limits), blocks);
    if (smaller?.inRows) return smaller.laid;
  }
  return found[0]?.laid ?? null;
}

/**
 * Return the layout in which tiles are as large as possible in their current rows, even if they were smaller before.
 * Returns null if tiles would have to shrink.
 */
function enlarged(area: Area, blocks: readonly Block[], limits: Limits, before: Fit): Fit | null {
  for (let w = Math.floor(limits.largest); w >= before.tile.w; w--) {
    const whole = scaled(before, area, w, limits);
    const frame = sameArea(before.area, area) && w === before.tile.w ? before : whole && trimmed(whole);
    const laid = kept(frame, blocks) ?? kept(whole, blocks);
    if (laid && sameRows(laid, frame!)) return laid;
  }
  return null;
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

/** Sort melds by their rows and, within a row, from left to right. New melds are at the end. */
function inOrder(blocks: readonly Block[], before: Fit): Block[] {
  const spot = (block: Block): Spot =>
    before.spots.get(block.key) ?? block.near ?? { row: Infinity, col: block.key };
  return [...blocks].sort((a, b) => {
    const [from, to] = [spot(a), spot(b)];
    return from.row === to.row ? from.col - to.col : from.row - to.row;
  });
}

const sameRows = (a: Fit, b: Fit): boolean =>
  [...a.spots].every(([key, { row }]) => b.spots.get(key)?.row === row);

/** Centre the layout on the felt. If all melds are in a single row, large gaps between them are closed. */
function centred(laid: Fit): Fit {
  const rows = [...laid.spots.values()].map(({ row }) => row);
  const [above, below] = [Math.min(...rows), Math.max(...rows)];
  const fit = above === below ? { ...laid, spots: sideBySide(laid) } : laid;
  const { area, step, pitch, tile } = fit;
  const spots = [...fit.spots];
  const start = Math.min(...spots.map(([, { col }]) => col));
  const end = Math.max(...spots.map(([key, { col }]) => col + widthOf(fit.blocks.get(key)!)));
  const width = ((end - start) * step) / TILE - (step - tile.w);
  const height = (below - above) * pitch + tile.h;
  if (!spots.length || height > area.height) return fit;
  return {
    ...fit,
    left: Math.round((area.x ?? 0) + (area.width - width) / 2 - (start * step) / TILE),
    top: Math.round((area.y ?? 0) + (area.height - height) / 2 - above * pitch),
  };
}

function sideBySide({ spots, blocks }: Fit): Map<number, Spot> {
  let free = 0;
  const inOrder = [...spots].sort(([, a], [, b]) => a.col - b.col);
  return new Map(
    inOrder.map(([key, { row, col }]) => {
      const at = Math.min(col, free);
      free = at + widthOf(blocks.get(key)!) + TILE;
      return [key, { row, col: at }];
    }),
  );
}

/** Return the layout of the first melds on an empty table, which stay where the player dropped them. */
function dropped(area: Area, blocks: readonly Block[], limits: Limits): Fit {
  const tidy = tidied(area, blocks, limits);
  return kept({ ...tidy, spots: new Map(), blocks: new Map() }, blocks) ?? tidy;
}

const sameArea = (a: Area, b: Area): boolean =>
  a.width === b.width && a.height === b.height && a.x === b.x && a.y === b.y;

/**
 * Return the size that the felt had when the melds were arranged. The new size is compared with this size, because a
 * window that is being rotated may change its size in several steps.
 */
const shapeOf = ({ shape, area }: Fit): Area => shape ?? area;

/**
 * Return whether the window was rotated, or reshaped so much that melds must be rearranged. This excludes opening the
 * side panel, which takes less than a third of the width, and opening an on-screen keyboard, which only reduces the
 * height.
 */
function turned(a: Area, b: Area): boolean {
  const [wide, high] = [differs(a.width, b.width), differs(a.height, b.height)];
  return wide > 1 / 3 || Math.min(wide, high) > 0.1;
}

const differs = (a: number, b: number): number => Math.abs(a - b) / Math.max(a, b);

/** Return the same layout on a felt that may have become higher or lower, or null if it does not fit. */
function anchored(before: Fit, area: Area): Fit | null {
  if (sameArea(before.area, area)) return before;
  if (!sameArea({ ...before.area, height: area.height }, area)) return null;
  const { top, pitch, tile } = before;
  const below = (area.y ?? 0) + area.height - EDGE;
  const rows = Math.floor((below - top - tile.h) / pitch) + 1;
  const used = 1 + Math.max(...[...before.spots.values()].map(({ row }) => row));
  return rows < used ? null : { ...before, area, rows, shape: shapeOf(before) };
}

/** Return the same arrangement with tiles that are *w* wide, or null if it does not fit. */
function scaled(before: Fit, area: Area, w: number, { aspect }: Limits): Fit | null {
  const grid = gridOf(area, w, { aspect });
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

/** Return the offset that leaves the melds centred when the grid changes its size, or null if they do not fit. */
function shift(
  starts: readonly number[],
  ends: readonly number[],
  [was, is]: readonly [number, number],
): number | null {
  const [low, high] = [Math.min(...starts), Math.max(...ends)];
  return high - low > is ? null : clamp(Math.floor((is - was) / 2), -low, is - high);
}
