/** Groups the tiles in a position into piles, counts the remaining tiles, and reports parse errors. */

import { readMeld, readLay, readTiles, NotationError, type Lay } from './notation';
import { readings, type Meld } from './melds';
import { JOKER, counts, tileOf, type Tile, type TileSet } from './tiles';

/** Return every different tile in a set once, grouped by colour, with the joker last. */
export function tileKinds(set: TileSet): Tile[][] {
  const colours = Array.from({ length: set.colours }, (_, colour) =>
    Array.from({ length: set.numbers }, (_, n) => tileOf(colour, n + 1)),
  );
  return set.jokers ? [...colours, [JOKER]] : colours;
}

/** Return the number of copies of a tile in a set. */
export const copiesOf = (set: TileSet, tile: Tile): number => (tile === JOKER ? set.jokers : set.copies);

/** Return the tiles that are used more often than the tile set allows, listing each tile once. */
export const tooMany = (set: TileSet, tiles: readonly Tile[]): Tile[] =>
  [...counts(tiles)].flatMap(([tile, n]) => (n > copiesOf(set, tile) ? [tile] : []));

/** Return whether the pile and the tile together form a meld, or would do so with one more tile. */
export function joins(pile: readonly Tile[], tile: Tile, set: TileSet): boolean {
  const all = [...pile, tile];
  const melds = (tiles: readonly Tile[]): boolean => readings(tiles, set).length > 0;
  return (
    melds(all) ||
    (all.length < 3 &&
      tileKinds(set)
        .flat()
        .some((third) => melds([...all, third])))
  );
}

/** The piles on a table, which need not be valid melds. */
export interface ReadPiles {
  readonly lays: readonly Lay[];
  /** The first pile that contains an ambiguous joker, with its index and the melds that it could be. */
  readonly unclear: { readonly at: number; readonly ways: readonly Meld[] } | null;
}

/** Parse a table whose piles need not be melds. Throws NotationError if any word is not a tile. */
export function readPiles(text: string, set: TileSet): ReadPiles {
  const parts = text.split('/').filter((part) => part.trim());
  let unclear: ReadPiles['unclear'] = null;
  const lays = parts.map((part, at) => {
    try {
      return readMeld(part, set);
    } catch (error) {
      if (!(error instanceof NotationError) || error.code === 'bad_notation') throw error;
      const ways = error.params.readings as readonly Meld[] | undefined;
      if (ways) unclear ??= { at, ways };
      return readLay(part, set);
    }
  });
  return { lays, unclear };
}

/** Return the tiles in a text. Jokers are returned without the tiles they represent. */
export const readLoose = (text: string, set: TileSet): Tile[] =>
  readTiles(text.replace(/[/,;]/g, ' ').replace(/\*\S+/g, '*'), set);
