/** Tiles and tile sets. Their encoding is the same as in Python (see RULES, section 1). */

/** A tile, encoded as 32 times its colour index plus its number, or JOKER or HIDDEN. */
export type Tile = number;

/** The letters that stand for the colours, in order. `k` is black. */
export const COLOURS = 'krbogypw';

const STRIDE = 32;

/** A joker that does not currently represent a tile, such as a joker on a rack. */
export const JOKER: Tile = COLOURS.length * STRIDE;

/** A face-down tile. */
export const HIDDEN: Tile = JOKER + 1;

/** The tile set used in a game. `oneHigh` is true if a 1 may follow the highest number in a run. */
export interface TileSet {
  readonly numbers: number;
  readonly colours: number;
  readonly copies: number;
  readonly jokers: number;
  readonly oneHigh: boolean;
}

/** The standard tile set: the numbers 1–13 in four colours, two copies of each tile, and two jokers. */
export const STANDARD: TileSet = { numbers: 13, colours: 4, copies: 2, jokers: 2, oneHigh: false };

/** Return the tile with this colour index (0 for black) and this number. */
export const tileOf = (colour: number, number: number): Tile => colour * STRIDE + number;

/** Return the colour index of a numbered tile. */
export const colourOf = (tile: Tile): number => Math.floor(tile / STRIDE);

/** Return a numbered tile's number. */
export const numberOf = (tile: Tile): number => tile % STRIDE;

/** True unless the tile is a joker or face-down. */
export const isNumbered = (tile: Tile): boolean => tile < JOKER;

/** Return whether the tile set contains this numbered tile. */
export function holds(set: TileSet, tile: Tile): boolean {
  const number = numberOf(tile);
  return isNumbered(tile) && colourOf(tile) < set.colours && number >= 1 && number <= set.numbers;
}

/** Write a tile in notation: `k7`, `*` for a joker, or `?` for a face-down tile. */
export function tileText(tile: Tile): string {
  if (tile === JOKER) return '*';
  if (tile === HIDDEN) return '?';
  return `${COLOURS[colourOf(tile)]}${numberOf(tile)}`;
}

/** Write tiles in notation, in the given order. */
export const tilesText = (tiles: readonly Tile[]): string => tiles.map(tileText).join(' ');

/** Sort tiles as on a rack: by colour, then by number, with jokers last. */
export const sorted = (tiles: Iterable<Tile>): Tile[] => [...tiles].sort((a, b) => a - b);

/** Count how many times each tile occurs. */
export function counts<T>(tiles: Iterable<T>): Map<T, number> {
  const seen = new Map<T, number>();
  for (const tile of tiles) seen.set(tile, (seen.get(tile) ?? 0) + 1);
  return seen;
}

/** Return the multiset difference: each item in *away* removes at most one equal item from *all*. */
export function without<T>(all: Iterable<T>, away: Iterable<T>): T[] {
  const left = counts(away);
  return [...all].filter((tile) => {
    const n = left.get(tile) ?? 0;
    if (n > 0) left.set(tile, n - 1);
    return n === 0;
  });
}

/** Return the number of tiles that two lists have in common. */
export const shared = <T>(some: readonly T[], others: readonly T[]): number =>
  some.length - without(some, others).length;

/** Convert a tile in a meld to rack notation, where a joker is written without the tile it represents. */
export const bare = (text: string): string => (text.startsWith('*') ? '*' : text);

/** Split a text at white space. Tiles in notation, for example, are separated by spaces. */
export const split = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Split a table in notation into its melds. */
export const meldTexts = (text: string): string[] =>
  text
    .split('/')
    .map((meld) => meld.trim())
    .filter(Boolean);

/** Split a table in notation into the tiles of its melds. */
export const splitMelds = (table: string): string[][] => meldTexts(table).map(split);
