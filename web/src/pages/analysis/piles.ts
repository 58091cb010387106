/** The piles of a position: grouping tiles into piles, counting the tiles left, and reporting parse errors. */

import {
  JOKER,
  NotationError,
  counts,
  readLay,
  readMeld,
  readTiles,
  readings,
  tileOf,
  type Lay,
  type Meld,
  type Tile,
  type TileSet,
} from '../../rules';

/** Every distinct tile of a set by colour, then the joker. */
export function tileKinds(set: TileSet): Tile[][] {
  const colours = Array.from({ length: set.colours }, (_, colour) =>
    Array.from({ length: set.numbers }, (_, n) => tileOf(colour, n + 1)),
  );
  return set.jokers ? [...colours, [JOKER]] : colours;
}

/** The number of copies of a tile in a set. */
export const copiesOf = (set: TileSet, tile: Tile): number => (tile === JOKER ? set.jokers : set.copies);

/** The tiles used more often than the tile set allows, without duplicates. */
export const tooMany = (set: TileSet, tiles: readonly Tile[]): Tile[] =>
  [...counts(tiles)].flatMap(([tile, n]) => (n > copiesOf(set, tile) ? [tile] : []));

/** True if the pile and the tile form a meld, or could with one more tile. */
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

/** The piles of a table, which may be invalid as melds. */
export interface ReadPiles {
  readonly lays: readonly Lay[];
  /** The first meld with an ambiguous joker: its index, and the melds it could be. */
  readonly unclear: { readonly at: number; readonly ways: readonly Meld[] } | null;
}

/** Read a table whose piles need not be melds. Throws NotationError for words that are not tiles. */
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

/** The tiles in a text. Jokers are returned without the tiles they represent. */
export const readLoose = (text: string, set: TileSet): Tile[] =>
  readTiles(text.replace(/[/,;]/g, ' ').replace(/\*\S+/g, '*'), set);
