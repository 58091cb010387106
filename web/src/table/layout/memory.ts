/** Writes layouts as text and reads them, so that melds keep still when the page is reloaded. */

import type { LayoutMemory } from '../hooks';
import { fit } from './fit';
import type { Block, Fit, Limits, Spot } from './grid';
import type { Keep } from './layout';

/** A stored layout: its grid, and each meld's tiles, row and column. */
interface Stored extends Omit<Fit, 'spots' | 'blocks'> {
  readonly melds: readonly (readonly [tiles: string, row: number, col: number])[];
}

/** The tiles of a meld, without the numbers that tell copies apart, which may differ after a reload. */
const tilesOf = ({ ids = [] }: Block): string => ids.map((id) => id.split('.')[0]).join(' ');

/** Return a layout as text. */
export function layoutText({ spots, blocks, ...grid }: Fit): string {
  const melds = [...spots].map(([key, { row, col }]) => [tilesOf(blocks.get(key)!), row, col] as const);
  return JSON.stringify({ ...grid, melds } satisfies Stored);
}

/** Return the stored layout with those of *blocks* that it contains, or undefined if it contains none. */
export function readLayout(text: string, blocks: readonly Block[]): Fit | undefined {
  const { melds, ...grid } = JSON.parse(text) as Stored;
  const left = [...melds];
  const found = blocks.flatMap((block) => {
    const at = left.findIndex(([tiles]) => tiles === tilesOf(block));
    return at < 0 ? [] : left.splice(at, 1).map(([, row, col]) => [block, { row, col }] as const);
  });
  if (!found.length) return undefined;
  return {
    ...grid,
    spots: new Map(found.map(([{ key }, spot]) => [key, spot])),
    blocks: new Map(found.map(([block]) => [block.key, block])),
  };
}

/**
 * Return the position of most tiles of a block in the stored layout, on a grid with the size of *now*. Returns
 * undefined if they are in different melds or in none.
 */
function storedSpot({ melds, rows, cols }: Stored, block: Block, now: Fit | undefined): Spot | undefined {
  const tiles = tilesOf(block).split(' ');
  let [most, spot] = [tiles.length / 2, undefined as Spot | undefined];
  for (const [text, row, col] of melds) {
    const left = text.split(' ');
    const many = tiles.filter((tile) => left.includes(tile) && left.splice(left.indexOf(tile), 1)).length;
    if (many <= most) continue;
    most = many;
    const [down, right] = now ? [now.rows / rows, now.cols / cols] : [1, 1];
    spot = { row: Math.floor(row * down), col: Math.floor(col * right) };
  }
  return spot;
}

/**
 * Return a function like `fit` whose first layout continues the stored one, if there is a memory. New melds appear near
 * the spot where their tiles are in the stored layout. *laid* returns the current layout, which is stored when the page
 * is left and when *signal* is aborted.
 */
export function remembering(
  memory: LayoutMemory | undefined,
  laid: () => Fit | undefined,
  signal: AbortSignal,
): Keep {
  if (!memory) return fit;
  const text = memory.load();
  const save = (): void => {
    const now = laid();
    if (now) memory.save(layoutText(now));
  };
  addEventListener('pagehide', save, { signal });
  signal.addEventListener('abort', save);
  if (!text) return fit;
  const stored = JSON.parse(text) as Stored;
  const empty: Fit = { ...stored, spots: new Map(), blocks: new Map() };
  return (area, blocks, limits: Limits, before) => {
    const continued = before ? undefined : readLayout(text, blocks);
    const from = before ?? continued ?? empty;
    const placed = blocks.map((block): Block => {
      const near = block.near ?? (from.spots.has(block.key) ? undefined : storedSpot(stored, block, before));
      return near ? { ...block, near } : block;
    });
    return fit(area, placed, continued ? { ...limits, grow: false } : limits, from);
  };
}
