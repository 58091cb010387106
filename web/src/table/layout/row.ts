/** A row of the grid: finding free space in it, and making room for blocks. */

import { widthOf, type Block, type Grid } from './grid';

export interface Laid {
  readonly block: Block;
  col: number;
}

/**
 * Push the blocks of a row apart, first to the right and then back from the edge. Returns false if
 * they do not fit.
 */
export function spread(row: Laid[], { cols, gap }: Grid): boolean {
  if (row.reduce((sum, { block }) => sum + widthOf(block) + gap, -gap) > cols) return false;
  let free = 0;
  for (const laid of row) {
    laid.col = Math.max(laid.col, free);
    free = laid.col + widthOf(laid.block) + gap;
  }
  let edge = cols;
  for (const laid of [...row].reverse()) {
    laid.col = Math.min(laid.col, edge - widthOf(laid.block));
    edge = laid.col - gap;
  }
  return true;
}

/** The free stretches of a row, excluding the gaps that must remain beside blocks. */
export function gaps(row: readonly Laid[], { cols, gap }: Grid): [number, number][] {
  const found: [number, number][] = [];
  let free = 0;
  for (const { block, col } of row) {
    found.push([free, col - gap]);
    free = col + widthOf(block) + gap;
  }
  return [...found, [free, cols]];
}

/**
 * The row with a block added so that the fewest others move, and the number that moved. Null if it
 * does not fit.
 */
export function crowdIn(
  row: readonly Laid[],
  block: Block,
  { cols, gap }: Grid,
): { readonly row: Laid[]; readonly moved: number } | null {
  let found: { readonly row: Laid[]; readonly moved: number } | null = null;
  const wide = widthOf(block);
  for (let at = 0; at <= row.length; at++) {
    for (let left = 0; left <= at; left++) {
      for (let right = 0; right <= row.length - at; right++) {
        if (found && left + right >= found.moved) break;
        // push together this many blocks on its left and right
        const now = row.map((laid) => ({ ...laid }));
        let from = left < at ? ending(now[at - left - 1]!) + gap : 0;
        for (const laid of now.slice(at - left, at)) {
          laid.col = Math.min(laid.col, from);
          from = ending(laid) + gap;
        }
        let to = at + right < row.length ? now[at + right]!.col - gap : cols;
        for (const laid of now.slice(at, at + right).reverse()) {
          laid.col = Math.max(laid.col, to - widthOf(laid.block));
          to = laid.col - gap;
        }
        if (to - from >= wide)
          found = { row: [...now.slice(0, at), { block, col: from }, ...now.slice(at)], moved: left + right };
      }
    }
  }
  return found;
}

const ending = ({ block, col }: Laid): number => col + widthOf(block);
