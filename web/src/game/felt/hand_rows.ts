/** Lays out the melds of a closed hand in rows and columns, with tiles as large as possible. */

/**
 * The maximum tile width in pixels. The three constants after it are in tile widths: the width of a tile with its gap,
 * the gap between melds, and the height of a row with its gap.
 */
const LARGEST = 72;
const TILE = 1.03;
const BETWEEN = 0.36;
const ROW = 1.34 + 0.3;
/** The maximum number of tiles in a row. Fourteen tiles in one row would be unreadable. */
const LONGEST = 8;

export interface HandRows {
  readonly melds: readonly (readonly string[])[];
  readonly columns: number;
  /** The width of a tile, in pixels. */
  readonly tile: number;
}

/** Lay out melds in a box of the given size, choosing the number of columns that allows the largest tiles. */
export function handRows(melds: readonly (readonly string[])[], width: number, height: number): HandRows {
  const parts = melds.flatMap(divided);
  let best: HandRows = { melds: parts, columns: 1, tile: 0 };
  for (let columns = 1; columns <= parts.length; columns++) {
    const widths = Array.from({ length: columns }, (_, i) =>
      Math.max(...parts.filter((_, n) => n % columns === i).map(({ length }) => length)),
    );
    const wide = TILE * widths.reduce((sum, each) => sum + each, 0) + BETWEEN * (columns - 1);
    const high = ROW * Math.ceil(parts.length / columns) - 0.3;
    const tile = Math.floor(Math.min(LARGEST, width / wide, height / high));
    if (tile > best.tile) best = { melds: parts, columns, tile };
  }
  return best;
}

function divided(meld: readonly string[]): (readonly string[])[] {
  if (meld.length <= LONGEST) return [meld];
  const half = Math.ceil(meld.length / 2);
  return [meld.slice(0, half), meld.slice(half)];
}
