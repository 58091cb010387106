/** Writes layouts as text and reads them, so that melds do not move on a reload. */

import type { LayoutMemory } from '../hooks';
import { ended } from './ended';
import { fit, sameArea } from './fit';
import { kept } from './keep';
import type { Block, Fit, Limits, Spot } from './grid';
import type { Keep } from './layout';

/** A stored layout: its grid, and each meld's tiles, row and column. */
interface Stored extends Omit<Fit, 'spots' | 'blocks'> {
  readonly melds: readonly (readonly [tiles: string, row: number, col: number])[];
}

/** The tiles of a meld, without the numbers that distinguish copies, which may differ after a reload. */
const tilesOf = ({ ids = [] }: Block): string => ids.map((id) => id.split('.')[0]).join(' ');

/** Return a layout as text. */
export function layoutText({ spots, blocks, ...grid }: Fit): string {
  const melds = [...spots].map(([key, { row, col }]) => [tilesOf(blocks.get(key)!), row, col] as const);
  return JSON.stringify({ ...grid, melds } satisfies Stored);
}

/** Return the number of tiles that two melds have in common. */
function common(tiles: readonly string[], others: readonly string[]): number {
  const left = [...others];
  return tiles.filter((tile) => left.includes(tile) && left.splice(left.indexOf(tile), 1)).length;
}

/** Return a block with its stored tiles. Those that it still contains have their current ids. */
function storedBlock(block: Block, tiles: readonly string[]): Block {
  const left = [...(block.ids ?? [])];
  const ids = tiles.map((tile) => {
    const at = left.findIndex((id) => id.split('.')[0] === tile);
    return at < 0 ? tile : left.splice(at, 1)[0]!;
  });
  return { ...block, length: ids.length, ids };
}

/**
 * Return the stored layout, restricted to *blocks*, or undefined if it contains none of these. A block that has changed
 * since then has its stored tiles, if it contains more than half of them and few others.
 */
export function readLayout(text: string, blocks: readonly Block[]): Fit | undefined {
  const { melds, ...grid } = JSON.parse(text) as Stored;
  const left = [...melds];
  const found = new Map<number, readonly [Block, Spot]>();
  const find = (block: Block, fits: (tiles: string) => boolean): void => {
    if (found.has(block.key)) return;
    const at = left.findIndex(([tiles]) => fits(tiles));
    if (at < 0) return;
    const [tiles, row, col] = left.splice(at, 1)[0]!;
    found.set(block.key, [storedBlock(block, tiles.split(' ')), { row, col }]);
  };
  for (const block of blocks) find(block, (tiles) => tiles === tilesOf(block));
  for (const block of blocks) {
    const now = tilesOf(block).split(' ');
    find(block, (tiles) => {
      const was = tiles.split(' ');
      return common(now, was) * 2 > Math.max(now.length, was.length);
    });
  }
  if (!found.size) return undefined;
  return {
    ...grid,
    spots: new Map([...found].map(([key, [, spot]]) => [key, spot])),
    blocks: new Map([...found].map(([key, [block]]) => [key, block])),
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
    const many = common(tiles, text.split(' '));
    if (many <= most) continue;
    most = many;
    const [down, right] = now ? [now.rows / rows, now.cols / cols] : [1, 1];
    spot = { row: Math.floor(row * down), col: Math.floor(col * right) };
  }
  return spot;
}

/**
 * Return a function like `fit` that returns to an earlier layout if the felt has the same size again and no meld has
 * changed since then.
 */
function returning(): Keep {
  let earlier: Fit[] = [];
  return (area, blocks, limits, before) => {
    if (!before?.spots.size || sameArea(before.area, area)) return fit(area, blocks, limits, before);
    const same = (laid: Fit): boolean =>
      laid.spots.size === blocks.length &&
      blocks.every((block) => `${laid.blocks.get(block.key)?.ids}` === `${block.ids}`);
    earlier = [before, ...earlier.filter((laid) => !sameArea(laid.area, before.area))].filter(same);
    return earlier.find((laid) => sameArea(laid.area, area)) ?? fit(area, blocks, limits, before);
  };
}

/**
 * Return a function like `fit` whose first layout continues the stored one, if there is a memory. New melds appear
 * near the spot of their tiles in the stored layout. *laid* returns the current layout, which is stored on
 * `pagehide` and when *signal* is aborted. After the round, the layout before it was centred is stored instead, so
 * that it can be centred again.
 */
export function remembering(
  memory: LayoutMemory | undefined,
  laid: () => Fit | undefined,
  signal: AbortSignal,
): Keep {
  if (!memory) return fit;
  if (memory.lay) return memory.lay;
  const text = memory.load();
  let played: Fit | undefined;
  const back = returning();
  const keep: Keep = (area, blocks, limits, before) => {
    played = limits.middle ? (played ?? before) : undefined;
    if (!limits.middle) return back(area, blocks, limits, before);
    // a felt that is as large as during the round looks as it did then
    const still = played && sameArea(played.area, area) ? kept(played, blocks) : null;
    return still ?? ended(area, blocks, limits, before);
  };
  const save = (): void => {
    const now = played ?? laid();
    if (now) memory.save(layoutText(now));
  };
  addEventListener('pagehide', save, { signal });
  signal.addEventListener('abort', save);
  if (!text) return keep;
  const stored = JSON.parse(text) as Stored;
  const empty: Fit = { ...stored, spots: new Map(), blocks: new Map() };
  return (area, blocks, limits: Limits, before) => {
    const continued = before ? undefined : readLayout(text, blocks);
    const from = before ?? continued ?? empty;
    const placed = blocks.map((block): Block => {
      const near = block.near ?? (from.spots.has(block.key) ? undefined : storedSpot(stored, block, before));
      return near ? { ...block, near } : block;
    });
    return keep(area, placed, continued ? { ...limits, grow: false } : limits, from);
  };
}
