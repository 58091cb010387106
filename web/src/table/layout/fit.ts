/**
 * Computes the positions of melds. Each meld stays where it is if possible, so that players find it
 * again; it stays in its row even if that makes tiles slightly smaller. Melds are rearranged only
 * if they do not fit otherwise, or if the window is rotated.
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

/** The factor by which tiles must grow to justify moving melds. */
const WORTHWHILE = 1.15;
/** The factor by which tiles must grow to justify arranging all melds again. */
const MUCH = 1.5;

/** Lay out *blocks*. *before* is the layout currently on the screen. */
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
  // after the round, tiles become as large as the current rows allow, regardless of their previous
  // size
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
  if (stay && best.tile.w < stay.tile.w * WORTHWHILE) return stay;
  const least = stay ? Math.ceil(stay.tile.w * WORTHWHILE) : SMALLEST;
  for (let { w } = best.tile; !limits.middle && w >= least && w * WORTHWHILE >= best.tile.w; w--) {
    const laid = kept(scaled(before, area, w, limits), blocks);
    // if melds have to move anyway, leave room for one more
    if (laid && hasRoom(laid)) return laid;
  }
  if (stay && (same || limits.middle) && best.tile.w < stay.tile.w * MUCH) return stay;
  return (stay ?? before.tile.w > SMALLEST) ? best : (kept({ ...before, rows: before.rows + 1 }, blocks) ?? best);
}

/** True if every meld of the earlier layout is still in its row. */
const keepsRows = ({ spots }: Fit, before: Fit): boolean =>
  [...before.spots].every(([key, { row }]) => (spots.get(key)?.row ?? row) === row);

/**
 * The layout that keeps all melds in their rows by shrinking the tiles, unless a tidy table would
 * have much larger tiles.
 */
function inSmaller(area: Area, blocks: readonly Block[], limits: Limits, before: Fit): Fit | null {
  const least = Math.max(SMALLEST, Math.ceil(tidied(area, blocks, limits).tile.w / WORTHWHILE));
  for (let w = before.tile.w - 1; w >= least; w--) {
    const frame = scaled(before, area, w, limits);
    const laid = kept(frame, blocks);
    if (laid && keepsRows(laid, frame!)) return laid;
  }
  return null;
}

const sameRows = (a: Fit, b: Fit): boolean =>
  [...a.spots].every(([key, { row }]) => b.spots.get(key)?.row === row);

/** The layout, centred if it does not fill the felt. Large gaps in a single row are closed. */
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

/** The layout of the first melds on an empty table, at the spots where they were dropped. */
function dropped(area: Area, blocks: readonly Block[], limits: Limits): Fit {
  const tidy = tidied(area, blocks, limits);
  return kept({ ...tidy, spots: new Map(), blocks: new Map() }, blocks) ?? tidy;
}

const sameArea = (a: Area, b: Area): boolean =>
  a.width === b.width && a.height === b.height && a.x === b.x && a.y === b.y;

/**
 * The felt for which the melds were arranged. It is remembered because the rotation of a window may
 * be reported in several steps.
 */
const shapeOf = ({ shape, area }: Fit): Area => shape ?? area;

/**
 * True if the window was rotated or changed its shape so much that melds must be arranged again.
 * Opening the side panel, which takes less than a third of the width, or an on-screen keyboard,
 * which takes some of the height, is not enough.
 */
function turned(a: Area, b: Area): boolean {
  const [wide, high] = [differs(a.width, b.width), differs(a.height, b.height)];
  return wide > 1 / 3 || Math.min(wide, high) > 0.1;
}

const differs = (a: number, b: number): number => Math.abs(a - b) / Math.max(a, b);

/** The same arrangement with larger or smaller tiles, or null if it does not fit. */
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

/** The offset that centres the span from *starts* to *ends* without leaving the grid. */
function shift(
  starts: readonly number[],
  ends: readonly number[],
  [was, is]: readonly [number, number],
): number | null {
  const [low, high] = [Math.min(...starts), Math.max(...ends)];
  return high - low > is ? null : clamp(Math.floor((is - was) / 2), -low, is - high);
}
