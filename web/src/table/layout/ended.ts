/**
 * The layout after a round. Melds stay in their rows while the felt makes room for the result, and are centred on it.
 */

import { MUCH, inOrder, packed, refilled, sameArea, scaled } from './fit';
import { TILE, trimmed, widthOf, type Area, type Block, type Fit, type Limits, type Spot } from './grid';
import { kept } from './keep';
import { SMALLEST, tidied } from './tidy';

/** Lay out *blocks* after the round. *before* is the layout that is currently displayed, if any. */
export function ended(area: Area, blocks: readonly Block[], wanted: Limits, before?: Fit): Fit {
  const limits = { ...wanted, spare: 0 };
  if (!before?.spots.size) return centred(tidied(area, blocks, limits));
  const now = inTheirRows(area, blocks, limits, before);
  const best = refilled(area, inOrder(blocks, before), limits);
  return centred(now && best.tile.w < now.tile.w * MUCH ? now : best);
}

/**
 * Return the layout with the largest possible tiles that leaves all melds in their rows. If the felt has become
 * smaller, tiles shrink and gaps close. Returns null if that is not enough.
 */
function inTheirRows(area: Area, blocks: readonly Block[], limits: Limits, before: Fit): Fit | null {
  for (let w = Math.floor(limits.largest); w >= SMALLEST; w--) {
    const whole = scaled(before, area, w, limits);
    const same = sameArea(before.area, area) && w === before.tile.w ? before : null;
    for (const frame of [same, whole && trimmed(whole), whole, packed(before, area, w, limits)]) {
      const laid = kept(frame, blocks);
      if (laid && sameRows(laid, frame!)) return laid;
    }
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
