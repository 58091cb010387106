/** The piles of a position: which tiles go together, how many are left, what cannot be read. */

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

/** Every different tile of a set, colour by colour, the joker last. */
export function tileKinds(set: TileSet): Tile[][] {
  const colours = Array.from({ length: set.colours }, (_, colour) =>
    Array.from({ length: set.numbers }, (_, n) => tileOf(colour, n + 1)),
  );
  return set.jokers ? [...colours, [JOKER]] : colours;
}

/** How many of a tile a set has. */
export const copiesOf = (set: TileSet, tile: Tile): number => (tile === JOKER ? set.jokers : set.copies);

/** The tiles of which there are more than the set has, each once. */
export const tooMany = (set: TileSet, tiles: readonly Tile[]): Tile[] =>
  [...counts(tiles)].flatMap(([tile, n]) => (n > copiesOf(set, tile) ? [tile] : []));

/** Whether a tile fits a pile: they are a meld together, or could be one with a third tile. */
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

/** A table that was read pile by pile, melds or not. */
export interface ReadPiles {
  readonly lays: readonly Lay[];
  /** The first meld whose joker can be read in several ways: its place, and its readings. */
  readonly unclear: { readonly at: number; readonly ways: readonly Meld[] } | null;
}

/** Read a table whose piles need not be melds. Throws NotationError for words that are no tiles. */
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

/** The tiles in a text; a joker is a joker, whatever it represents. */
export const readLoose = (text: string, set: TileSet): Tile[] =>
  readTiles(text.replace(/[/,;]/g, ' ').replace(/\*\S+/g, '*'), set);
