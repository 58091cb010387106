/** Finds free space in a row of the grid, and makes room for blocks. */

import { widthOf, type Block, type Grid } from './grid';

export interface Laid {
  readonly block: Block;
  col: number;
}

/**
 * Push the blocks in a row apart, first to the right and then back from the right edge. Returns false if there is not
 * enough room.
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

/** Push the blocks on the left of a block further left, so that it can stay in position itself. */
export function makeWay(row: readonly Laid[], { key }: Block, { gap }: Grid): void {
  const at = row.findIndex(({ block }) => block.key === key);
  let edge = row[at]!.col - gap;
  for (const laid of row.slice(0, at).reverse()) {
    laid.col = Math.min(laid.col, edge - widthOf(laid.block));
    edge = laid.col - gap;
  }
}

/** Return the free intervals in a row, not including the gaps that are required beside blocks. */
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
 * Add a block to a row, moving as few other blocks as possible. Returns the new row and the number of blocks that have
 * moved, or null if the block does not fit.
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
        // push aside *left* blocks before the new one and *right* blocks after it
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
