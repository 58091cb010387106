/** Tiles and tile sets, encoded as in Python (RULES section 1). */

/** A tile, encoded as 32 times the colour index plus the number, or as JOKER or HIDDEN. */
export type Tile = number;

/** The colour letters in order; k is black. */
export const COLOURS = 'krbogypw';

const STRIDE = 32;

/** A joker that does not represent a tile, as on a rack. */
export const JOKER: Tile = COLOURS.length * STRIDE;

/** A face-down tile. */
export const HIDDEN: Tile = JOKER + 1;

/** The tile set of a game. `oneHigh` is true if a run may end with a high 1. */
export interface TileSet {
  readonly numbers: number;
  readonly colours: number;
  readonly copies: number;
  readonly jokers: number;
  readonly oneHigh: boolean;
}

/** Numbers 1–13 in four colours, two copies each, and two jokers. */
export const STANDARD: TileSet = { numbers: 13, colours: 4, copies: 2, jokers: 2, oneHigh: false };

/** The tile with that colour index (0 for black) and number. */
export const tileOf = (colour: number, number: number): Tile => colour * STRIDE + number;

/** The colour index of a numbered tile. */
export const colourOf = (tile: Tile): number => Math.floor(tile / STRIDE);

/** A numbered tile's number. */
export const numberOf = (tile: Tile): number => tile % STRIDE;

/** True if the tile has a number and a colour. */
export const isNumbered = (tile: Tile): boolean => tile < JOKER;

/** True if the set has this numbered tile. */
export function holds(set: TileSet, tile: Tile): boolean {
  const number = numberOf(tile);
  return isNumbered(tile) && colourOf(tile) < set.colours && number >= 1 && number <= set.numbers;
}

/** The tile in notation: `k7`, `*` for a joker, `?` for a face-down tile. */
export function tileText(tile: Tile): string {
  if (tile === JOKER) return '*';
  if (tile === HIDDEN) return '?';
  return `${COLOURS[colourOf(tile)]}${numberOf(tile)}`;
}

/** Tiles in notation, in the order given. */
export const tilesText = (tiles: readonly Tile[]): string => tiles.map(tileText).join(' ');

/** Tiles sorted as on a rack in Python: by colour and number, jokers last. */
export const sorted = (tiles: Iterable<Tile>): Tile[] => [...tiles].sort((a, b) => a - b);

/** The number of times that each tile occurs. */
export function counts<T>(tiles: Iterable<T>): Map<T, number> {
  const seen = new Map<T, number>();
  for (const tile of tiles) seen.set(tile, (seen.get(tile) ?? 0) + 1);
  return seen;
}

/** The multiset difference: *all* without the items of *away*, each of which is removed once if present. */
export function without<T>(all: Iterable<T>, away: Iterable<T>): T[] {
  const left = counts(away);
  return [...all].filter((tile) => {
    const n = left.get(tile) ?? 0;
    if (n > 0) left.set(tile, n - 1);
    return n === 0;
  });
}

/** The number of tiles that two lists have in common. */
export const shared = <T>(some: readonly T[], others: readonly T[]): number =>
  some.length - without(some, others).length;

/** A tile of a meld in the notation for racks: a joker is written without the tile it represents. */
export const bare = (text: string): string => (text.startsWith('*') ? '*' : text);

/** The words of a text, such as tiles in notation. */
export const split = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Split a table in notation into the texts of its melds. */
export const meldTexts = (text: string): string[] =>
  text
    .split('/')
    .map((meld) => meld.trim())
    .filter(Boolean);
