/**
 * Computes the positions of melds. Melds do not move unless they have to, so that players can find them again. A meld
 * that has to move stays in its row if tiles become only slightly smaller, and otherwise moves to another row. All
 * melds are rearranged only if they would not fit otherwise, or if the window is rotated.
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
import { SMALLEST, tidied } from './tidy';

export { placeOf, spotAt, type Area, type Block, type Fit, type Limits, type Spot } from './grid';

/** Melds may be moved if this makes tiles larger by at least this factor. */
const WORTHWHILE = 1.15;
/** Tiles shrink by at most this factor to leave melds in their rows. Otherwise, melds move to other rows. */
const SLIGHTLY = 1.1;
/** All melds may be rearranged if this makes tiles larger by at least this factor. */
const MUCH = 1.5;

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
  const same = sameArea(before.area, area);
  if (turned(shapeOf(before), area) && !limits.middle) return tidied(area, blocks, limits);
  // after the round, tiles become as large as possible in the current rows, even if they were smaller before
  let stay: Fit | null = null;
  for (
    let w = Math.floor(limits.middle ? limits.largest : Math.min(limits.largest, before.tile.w));
    !stay && w >= before.tile.w;
    w--
  ) {
    const whole = scaled(before, area, w, limits);
    const frame = same && w === before.tile.w ? before : whole && trimmed(whole);
    stay = kept(frame, blocks) ?? kept(whole, blocks);
    if (stay && limits.middle && !sameRows(stay, frame!)) stay = null;
  }
  if (stay && same && !limits.grow)
    return keepsRows(stay, before) ? stay : (inSmaller(area, blocks, limits, before) ?? stay);
  const best = tidied(area, blocks, limits);
  const shrunk = !stay && same && !limits.middle ? inOtherRows(area, blocks, limits, before) : null;
  if (shrunk && shrunk.tile.w > best.tile.w) return shrunk;
  if (stay && best.tile.w < stay.tile.w * WORTHWHILE) return stay;
  const least = stay ? Math.ceil(stay.tile.w * WORTHWHILE) : SMALLEST;
  for (let { w } = best.tile; !limits.middle && w >= least && w * WORTHWHILE >= best.tile.w; w--) {
    const laid = kept(scaled(before, area, w, limits), blocks);
    // since melds have to move anyway, prefer a layout with room for another meld
    if (laid && hasRoom(laid)) return laid;
  }
  if (stay && (same || limits.middle) && best.tile.w < stay.tile.w * MUCH) return stay;
  if (stay || !same || before.tile.w > SMALLEST) return best;
  return kept({ ...before, rows: before.rows + 1 }, blocks) ?? best;
}

/** Return whether every meld in the earlier layout is still in the same row. */
const keepsRows = ({ spots }: Fit, before: Fit): boolean =>
  [...before.spots].every(([key, { row }]) => (spots.get(key)?.row ?? row) === row);

/**
 * Return a layout with smaller tiles that leaves all melds in their rows, or null if no such layout exists or the tiles
 * on a tidy table would be much larger.
 */
function inSmaller(area: Area, blocks: readonly Block[], limits: Limits, before: Fit): Fit | null {
  const tidy = tidied(area, blocks, limits).tile.w / WORTHWHILE;
  const least = Math.max(SMALLEST, Math.ceil(tidy), Math.ceil(before.tile.w / SLIGHTLY));
  for (let w = before.tile.w - 1; w >= least; w--) {
    const frame = scaled(before, area, w, limits);
    const laid = kept(frame, blocks);
    if (laid && keepsRows(laid, frame!)) return laid;
  }
  return null;
}

/** Return the layout with the largest tiles, smaller than before, that moves as few melds as possible. */
function inOtherRows(area: Area, blocks: readonly Block[], limits: Limits, before: Fit): Fit | null {
  for (let w = before.tile.w - 1; w >= SMALLEST; w--) {
    const laid = kept(scaled(before, area, w, limits), blocks);
    if (laid) return laid;
  }
  return null;
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
