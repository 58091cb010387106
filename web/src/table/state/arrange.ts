/** Puts dropped tiles in order, however they were dropped. */

import {
  JOKER,
  colourOf,
  isNumbered,
  numberOf,
  pointsOf,
  readings,
  tilesOf,
  type Meld,
  type Tile,
  type TileSet,
} from '../../rules';
import type { Id } from './draft';

/** A dropped tile. If it is a joker, `face` is the tile that it represented before the move. */
export interface Item {
  readonly id: Id;
  readonly tile: Tile;
  readonly face?: Tile | 'group' | null;
}

/** Tiles in order. If the player has to choose between several melds, they are listed in `ask`. */
export interface Arranged {
  readonly ids: readonly Id[];
  readonly kind: Meld['kind'] | null;
  readonly ask: readonly Meld[];
  /** True if every joker still represents the same tile as before the move. */
  readonly kept: boolean;
}

/**
 * Put tiles in order. A joker that could represent several tiles represents the same tile as before if possible,
 * otherwise the tile that its position implies. If there are still several melds, the player has to choose one.
 */
export function arrange(items: readonly Item[], set: TileSet): Arranged {
  const tiles = items.map((item) => item.tile);
  const ways = readings(tiles, set);
  if (!ways.length) return { ids: loose(items, set), kind: null, ask: [], kept: true };
  const faces = items.filter((item) => item.tile === JOKER && item.face);
  const ranked = ways
    .map((meld) => {
      const keeps = faces.filter(({ face }) => keepsFace(meld, face!)).length;
      return { meld, keeps, placed: inPlace(meld, tiles) ? 1 : 0 };
    })
    .sort((a, b) => b.keeps - a.keeps || b.placed - a.placed || pointsOf(b.meld) - pointsOf(a.meld));
  const [best, next] = ranked;
  const open = next && next.keeps === best!.keeps && next.placed === best!.placed;
  return {
    ids: laidAs(items, best!.meld),
    kind: best!.meld.kind,
    ask: open ? ways : [],
    kept: best!.keeps === faces.length,
  };
}

const keepsFace = (meld: Meld, face: Tile | 'group'): boolean =>
  meld.kind === 'group' ? face === 'group' : face !== 'group' && meld.wild.includes(face);

function inPlace(meld: Meld, tiles: readonly Tile[]): boolean {
  if (meld.kind === 'group') return true;
  return tilesOf(meld).every((tile, i) => tile === tiles[i]);
}

/** Return the tiles in the order of *meld*. If possible, jokers represent the same tiles as before. */
export function laidAs(items: readonly Item[], meld: Meld): Id[] {
  const left = [...items];
  const take = (fits: (item: Item) => boolean): Id | undefined => {
    const found = left.findIndex(fits);
    return found < 0 ? undefined : left.splice(found, 1)[0]!.id;
  };
  if (meld.kind === 'group') {
    const numbered = meld.numbered.map((tile) => take((item) => item.tile === tile)!);
    return [...numbered, ...left.map((item) => item.id)];
  }
  const wild = new Map(meld.wild.map((face) => [face, take((i) => i.tile === JOKER && i.face === face)] as const));
  return meld.faces.map((face) => {
    if (!wild.has(face)) return take((item) => item.tile === face)!;
    return wild.get(face) ?? take((item) => item.tile === JOKER)!;
  });
}

/**
 * Return the order for tiles that do not form a meld. They are sorted if they might become a run or group, otherwise
 * the order is unchanged.
 */
function loose(items: readonly Item[], set: TileSet): Id[] {
  const numbered = items.filter((item) => isNumbered(item.tile));
  const one = (of: (tile: Tile) => number): boolean => new Set(numbered.map((item) => of(item.tile))).size === 1;
  if (one(colourOf)) return ascending(items, numbered, set);
  if (!one(numberOf)) return items.map((item) => item.id);
  const order = [...items].sort((a, b) => a.tile - b.tile);
  return order.map((item) => item.id);
}

/**
 * Sort numbered tiles by number. Each joker fills a gap if there is one. Otherwise, it stays on the same side of
 * the numbered tiles.
 */
function ascending(items: readonly Item[], numbered: readonly Item[], set: TileSet): Id[] {
  const high = set.oneHigh && numbered.some((item) => numberOf(item.tile) > set.numbers / 2);
  const value = (item: Item): number => {
    const number = numberOf(item.tile);
    return number === 1 && high ? set.numbers + 1 : number;
  };
  const order = [...numbered].sort((a, b) => value(a) - value(b));
  const first = items.findIndex((item) => isNumbered(item.tile));
  const front = items.slice(0, first);
  const jokers = items.slice(first).filter((item) => !isNumbered(item.tile));
  const laid: Item[] = [];
  order.forEach((item, i) => {
    const before = order[i - 1];
    const gap = before ? value(item) - value(before) - 1 : 0;
    laid.push(...jokers.splice(0, Math.max(0, gap)), item);
  });
  return [...front, ...laid, ...jokers].map((item) => item.id);
}
