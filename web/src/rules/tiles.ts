/** Tiles and tile sets, coded as in Python: RULES section 1. */

/** A tile as a number: the place of its colour times 32 plus its number, or JOKER, or HIDDEN. */
export type Tile = number;

/** The letters of the colours in their order; k is black. */
export const COLOURS = 'krbogypw';

const STRIDE = 32;

/** The joker. On a rack it represents nothing yet. */
export const JOKER: Tile = COLOURS.length * STRIDE;

/** A tile face down. */
export const HIDDEN: Tile = JOKER + 1;

/** The tiles of a game, as data, and whether a run may end with a high 1. */
export interface TileSet {
  readonly numbers: number;
  readonly colours: number;
  readonly copies: number;
  readonly jokers: number;
  readonly oneHigh: boolean;
}

/** Two of each number 1–13 in four colours, and two jokers. */
export const STANDARD: TileSet = { numbers: 13, colours: 4, copies: 2, jokers: 2, oneHigh: false };

/** The tile of the colour with that place (0 for black) and a number. */
export const tileOf = (colour: number, number: number): Tile => colour * STRIDE + number;

/** The place of the tile's colour; only numbered tiles have one. */
export const colourOf = (tile: Tile): number => Math.floor(tile / STRIDE);

/** The tile's number; only numbered tiles have one. */
export const numberOf = (tile: Tile): number => tile % STRIDE;

/** Whether the tile has a number and a colour. */
export const isNumbered = (tile: Tile): boolean => tile < JOKER;

/** Whether the tile set has such a numbered tile. */
export function holds(set: TileSet, tile: Tile): boolean {
  const number = numberOf(tile);
  return isNumbered(tile) && colourOf(tile) < set.colours && number >= 1 && number <= set.numbers;
}

/** The tile in notation: `k7`, `*` for a joker, `?` for one face down. */
export function tileText(tile: Tile): string {
  if (tile === JOKER) return '*';
  if (tile === HIDDEN) return '?';
  return `${COLOURS[colourOf(tile)]}${numberOf(tile)}`;
}

/** Tiles in notation, in the order given. */
export const tilesText = (tiles: readonly Tile[]): string => tiles.map(tileText).join(' ');

/** Tiles sorted as Python sorts a rack: by colour and number, jokers last. */
export const sorted = (tiles: Iterable<Tile>): Tile[] => [...tiles].sort((a, b) => a - b);

/** How many there are of each tile. */
export function counts<T>(tiles: Iterable<T>): Map<T, number> {
  const seen = new Map<T, number>();
  for (const tile of tiles) seen.set(tile, (seen.get(tile) ?? 0) + 1);
  return seen;
}

/** The tiles, or others, of *all* without those of *away*, each removed once if it is there. */
export function without<T>(all: Iterable<T>, away: Iterable<T>): T[] {
  const left = counts(away);
  return [...all].filter((tile) => {
    const n = left.get(tile) ?? 0;
    if (n > 0) left.set(tile, n - 1);
    return n === 0;
  });
}

/** How many tiles two lists have in common. */
export const shared = <T>(some: readonly T[], others: readonly T[]): number =>
  some.length - without(some, others).length;

/** A tile of a meld in notation as it is on a rack: a joker without what it represents. */
export const bare = (text: string): string => (text.startsWith('*') ? '*' : text);

/** The words of a text, as tiles in notation. */
export const split = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** The melds of a table in notation, each a text. */
export const meldTexts = (text: string): string[] =>
  text
    .split('/')
    .map((meld) => meld.trim())
    .filter(Boolean);
