/** The tiles on a photo as a value, and the user's changes to them. */

import { JOKER, NotationError, counts, holds, meldText, readTiles, tileText, tilesText } from '../rules';
import type { Meld, Tile, TileSet } from '../rules';
import { copiesOf, readPiles } from '../rules/piles';
import type { Candidate, Point, Reading } from './reading';

/** A possible reading of a tile. */
export interface Option {
  readonly tile: Tile;
  readonly probability: number;
}

/** A tile on the photo. */
export interface Seen {
  readonly id: number;
  /** Four corners in pixels, clockwise, beginning with the upper left one as seen by a reader of the tile. */
  readonly corners: readonly Point[];
  /** The possible readings, the likeliest first. */
  readonly options: readonly Option[];
  readonly doubtful: boolean;
  /** The tile, or null until it is identified. */
  readonly tile: Tile | null;
  /** True if the user has chosen or confirmed the tile. */
  readonly checked: boolean;
}

/** Tiles that lie side by side, in reading order. */
export interface Row {
  readonly tiles: readonly Seen[];
  /** True for a row on the rack. */
  readonly rack: boolean;
}

/** The tiles on a photo of this size in pixels. */
export interface Found {
  readonly width: number;
  readonly height: number;
  readonly rows: readonly Row[];
}

/** Why the user should look at a tile: it is hard to read, it was not read, or it has too many copies. */
export type Mark = 'doubt' | 'unread' | 'copies';

/**
 * A line across the photo, as its heights at the left and the right edge. Rows on the line's rack side are a rack.
 */
export interface Cut {
  readonly left: number;
  readonly right: number;
  /** True if the rack is below the line. */
  readonly below: boolean;
}

/** A tile of the reading. A joker that is hard to read stays unread, because it could be any tile. */
function seen(corners: readonly Point[], options: readonly Option[], doubtful: boolean, id: number): Seen {
  const best = options[0]?.tile ?? null;
  return { id, corners, options, doubtful, tile: doubtful && best === JOKER ? null : best, checked: false };
}

function optionsOf(candidates: readonly Candidate[], set: TileSet): Option[] {
  return candidates.flatMap(({ face, probability }) => {
    try {
      const tile = readTiles(face, set)[0];
      return tile === undefined || (tile === JOKER && !set.jokers) ? [] : [{ tile, probability }];
    } catch (error) {
      if (error instanceof NotationError) return []; // a tile that the set does not contain
      throw error;
    }
  });
}

/** Return the tiles of a reading. Candidates that the tile set does not contain are left out. */
export function found({ width, height, tiles, rows, rack }: Reading, set: TileSet): Found {
  const all = tiles.map(({ corners, candidates, doubtful }, id) => {
    const options = optionsOf(candidates, set);
    return seen(corners, options, doubtful || options.length < candidates.length, id);
  });
  return {
    width,
    height,
    rows: rows.map((row, i) => ({ tiles: row.map((id) => all[id]!), rack: rack.includes(i) })),
  };
}

/** Read a photo again with another tile set. Corrections remain, except for tiles that this set does not contain. */
export function readAgain(of: Found, reading: Reading, set: TileSet): Found {
  const all = new Map(allTiles(found(reading, set)).map((each) => [each.id, each]));
  const again = (each: Seen): Seen => {
    const isAdded = each.checked && !each.options.length;
    const fresh = isAdded ? { ...each, tile: null } : all.get(each.id)!;
    const { tile, checked } = each;
    return checked && tile !== null && contains(set, tile) ? { ...fresh, tile, checked } : fresh;
  };
  return { ...of, rows: of.rows.map((row) => ({ ...row, tiles: row.tiles.map(again) })) };
}

const contains = (set: TileSet, tile: Tile): boolean => (tile === JOKER ? set.jokers > 0 : holds(set, tile));

export const allTiles = ({ rows }: Found): readonly Seen[] => rows.flatMap(({ tiles }) => tiles);
export const rowOf = ({ rows }: Found, id: number): number =>
  rows.findIndex(({ tiles }) => tiles.some((each) => each.id === id));
export const tileAt = (of: Found, id: number): Seen | undefined => allTiles(of).find((each) => each.id === id);

/** Return the tiles that have been read. */
export const known = (tiles: readonly Seen[]): Tile[] => tiles.flatMap(({ tile }) => tile ?? []);
/** Return the ids of the tiles in these rows that have not been read. */
export const unread = (rows: readonly Row[]): number[] =>
  rows.flatMap(({ tiles }) => tiles.flatMap(({ id, tile }) => (tile === null ? [id] : [])));

const withRows = (of: Found, rows: readonly Row[]): Found => ({
  ...of,
  rows: rows.filter(({ tiles }) => tiles.length > 0),
});

/** Replace a tile by any number of tiles. */
export const change = (of: Found, id: number, how: (tile: Seen) => readonly Seen[]): Found =>
  withRows(
    of,
    of.rows.map((row) => ({ ...row, tiles: row.tiles.flatMap((each) => (each.id === id ? how(each) : [each])) })),
  );

/** Say which tile this is. */
export const choose = (of: Found, id: number, tile: Tile): Found =>
  change(of, id, (each) => [{ ...each, tile, checked: true }]);

/** Remove a tile that is not there. */
export const drop = (of: Found, id: number): Found => change(of, id, () => []);

/** Begin a new row with this tile. */
export function split(of: Found, id: number): Found {
  return withRows(
    of,
    of.rows.flatMap((row) => {
      const at = row.tiles.findIndex((each) => each.id === id);
      if (at <= 0) return [row];
      return [
        { ...row, tiles: row.tiles.slice(0, at) },
        { ...row, tiles: row.tiles.slice(at) },
      ];
    }),
  );
}

export const centre = ({ corners }: { corners: readonly Point[] }): Point => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
  corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];
const vector = ([ax, ay]: Point, [bx, by]: Point): Point => [bx - ax, by - ay];
const length = ([x, y]: Point): number => Math.hypot(x, y);
const distance = (a: Point, b: Point): number => length(vector(a, b));
const dotProduct = ([ax, ay]: Point, [bx, by]: Point): number => ax * bx + ay * by;

/** The width of a tile in pixels. */
export const widthOf = ({ corners }: { corners: readonly Point[] }): number => distance(corners[0]!, corners[1]!);

/** The direction from left to right, of length 1. */
function rightOf({ corners }: Seen): Point {
  const [x, y] = vector(corners[0]!, corners[1]!);
  const size = length([x, y]) || 1;
  return [x / size, y / size];
}

/**
 * The row whose end is nearest to a row's beginning, or whose beginning is nearest to its end: -1 without other
 * rows.
 */
export function neighbour({ rows }: Found, at: number, side: 'before' | 'after'): number {
  const row = rows[at];
  if (!row) return -1;
  const own = centre(side === 'before' ? row.tiles[0]! : row.tiles.at(-1)!);
  const gaps = rows.map((other, i) =>
    i === at ? Infinity : distance(own, centre(side === 'before' ? other.tiles.at(-1)! : other.tiles[0]!)),
  );
  const least = Math.min(...gaps);
  return least < Infinity ? gaps.indexOf(least) : -1;
}

/** Join a row with the one before or after it. */
export function join(of: Found, at: number, side: 'before' | 'after'): Found {
  const other = neighbour(of, at, side);
  if (other < 0) return of;
  const [first, second] = side === 'before' ? [other, at] : [at, other];
  const tiles = [...of.rows[first]!.tiles, ...of.rows[second]!.tiles];
  return withRows(
    of,
    of.rows.map((row, i) => (i === first ? { ...row, tiles } : i === second ? { ...row, tiles: [] } : row)),
  );
}

/**
 * The location of a missed tile: its corners, its row, and its index in the row. The row is new if it does not
 * exist.
 */
export interface Gap {
  readonly corners: readonly Point[];
  readonly row: number;
  readonly at: number;
}

/** How far from a row's tiles a missed tile may lie, in tile widths along the row, and in heights across it. */
const NEAR = { along: 1.8, across: 0.7 };

/** Return the location of a missed tile at a point. It belongs to the row whose line leads there, if any. */
export function gapAt(of: Found, point: Point): Gap {
  const nearest = [...allTiles(of)].sort((a, b) => distance(centre(a), point) - distance(centre(b), point));
  const [first] = nearest;
  const corners = first ? moved(first.corners, centre(first), point) : upright(of, point);
  for (const tile of nearest) {
    const right = rightOf(tile);
    const away = vector(centre(tile), point);
    const along = dotProduct(away, right);
    const across = dotProduct(away, [-right[1], right[0]]);
    const high = distance(tile.corners[0]!, tile.corners[3]!);
    if (Math.abs(along) > NEAR.along * widthOf(tile) || Math.abs(across) > NEAR.across * high) continue;
    const row = rowOf(of, tile.id);
    const at = of.rows[row]!.tiles.indexOf(tile);
    return { corners, row, at: along > 0 ? at + 1 : at };
  }
  return { corners, row: of.rows.length, at: 0 };
}

/** Return the place after the last tile of a row. */
export function gapAfter(of: Found, row: number): Gap {
  const last = of.rows[row]!.tiles.at(-1)!;
  const [x, y] = rightOf(last);
  const from = centre(last);
  const to: Point = [from[0] + x * widthOf(last), from[1] + y * widthOf(last)];
  return { corners: moved(last.corners, from, to), row, at: of.rows[row]!.tiles.length };
}

const moved = (corners: readonly Point[], [ax, ay]: Point, [bx, by]: Point): Point[] =>
  corners.map(([x, y]) => [x + bx - ax, y + by - ay]);

function upright({ width, height }: Found, [x, y]: Point): Point[] {
  const w = Math.min(width, height) / 16;
  const h = w * 1.4;
  return [
    [x - w / 2, y - h / 2],
    [x + w / 2, y - h / 2],
    [x + w / 2, y + h / 2],
    [x - w / 2, y + h / 2],
  ];
}

/** Add a tile that was missed. A tile without a row begins a new one on the table. */
export function add(of: Found, { corners, row, at }: Gap, tile: Tile): Found {
  const id = Math.max(-1, ...allTiles(of).map((each) => each.id)) + 1;
  const missed: Seen = { id, corners, options: [], doubtful: false, tile, checked: true };
  const rows = of.rows.map((each, i) =>
    i === row ? { ...each, tiles: each.tiles.toSpliced(at, 0, missed) } : each,
  );
  return { ...of, rows: row < of.rows.length ? rows : [...rows, { tiles: [missed], rack: false }] };
}

/** Put a row on the rack, or on the table. */
export const onRack = (of: Found, at: number, rack: boolean): Found => ({
  ...of,
  rows: of.rows.map((row, i) => (i === at ? { ...row, rack } : row)),
});

const edges = ({ tiles }: Row): number[] => tiles.flatMap(({ corners }) => corners.map(([, y]) => y));
const heightOf = (row: Row): number =>
  row.tiles.reduce((sum, tile) => sum + centre(tile)[1], 0) / row.tiles.length;

/** Return the line between table and rack, or null if no level line parts them. Without a rack, it lies below all. */
export function cutOf({ rows, height }: Found): Cut | null {
  const table = rows.filter((row) => !row.rack);
  const rack = rows.filter((row) => row.rack);
  const isAbove = (some: readonly Row[], others: readonly Row[]): boolean =>
    Math.max(...some.map(heightOf)) < Math.min(...others.map(heightOf));
  const halfway = (above: readonly Row[], under: readonly Row[]): number =>
    (Math.max(...above.flatMap(edges)) + Math.min(...under.flatMap(edges))) / 2;
  const line = (y: number, below: boolean): Cut => ({ left: y, right: y, below });
  if (!rack.length) return line(height * 0.97, true);
  if (!table.length) return line(height * 0.03, true);
  if (isAbove(table, rack)) return line(halfway(table, rack), true);
  if (isAbove(rack, table)) return line(halfway(rack, table), false);
  return null;
}

/** Part table and rack by a line. */
export function cut(of: Found, { left, right, below }: Cut): Found {
  const isRack = (row: Row): boolean => {
    const x = row.tiles.reduce((sum, tile) => sum + centre(tile)[0], 0) / row.tiles.length;
    return heightOf(row) > left + ((right - left) * x) / of.width === below;
  };
  return { ...of, rows: of.rows.map((row) => ({ ...row, rack: isRack(row) })) };
}

/**
 * Return the tiles that the user should look at, in reading order. If a tile has too many copies, the most
 * doubtful copies are included.
 */
export function marks(of: Found, set: TileSet): ReadonlyMap<number, Mark> {
  const marked = new Map<number, Mark>();
  const tiles = allTiles(of);
  for (const { id, tile, doubtful, checked } of tiles) {
    if (tile === null) marked.set(id, 'unread');
    else if (doubtful && !checked) marked.set(id, 'doubt');
  }
  const sureness = (each: Seen): number =>
    each.checked ? 1 : (each.options.find(({ tile }) => tile === each.tile)?.probability ?? 0);
  for (const [tile, n] of counts(known(tiles))) {
    if (n <= copiesOf(set, tile)) continue;
    const same = tiles.filter((each) => each.tile === tile).sort((a, b) => sureness(a) - sureness(b));
    for (const { id } of same.slice(0, n - copiesOf(set, tile))) marked.set(id, 'copies');
  }
  return new Map([...tiles].flatMap(({ id }) => (marked.has(id) ? [[id, marked.get(id)!]] : [])));
}

/**
 * Return the meld that a row's tiles form as they lie, read from either side, or null. If jokers leave several
 * possibilities from both sides, it is the first one.
 */
export function meldOf(tiles: readonly Tile[], set: TileSet): Meld | null {
  let possible: Meld | null = null;
  for (const order of [tiles, [...tiles].reverse()]) {
    const { lays, unclear } = readPiles(tilesText(order), set);
    const [lay] = lays;
    if (lay && 'kind' in lay) return lay;
    possible ??= unclear?.ways[0] ?? null;
  }
  return possible;
}

/** Write a row in notation. Tiles that were not read are left out. */
export function rowText(row: Row, set: TileSet): string {
  const tiles = known(row.tiles);
  const meld = meldOf(tiles, set);
  return meld ? meldText(meld) : tilesText(tiles);
}

/** A position in notation, which may contain piles that are not melds. */
export interface Position {
  readonly table: string;
  readonly rack: string;
}

/** Write the tiles of a photo in notation. */
export const positionOf = ({ rows }: Found, set: TileSet): Position => ({
  table: rows
    .filter(({ rack }) => !rack)
    .map((row) => rowText(row, set))
    .filter(Boolean)
    .join(' / '),
  rack: rows
    .filter(({ rack }) => rack)
    .flatMap(({ tiles }) => known(tiles))
    .map(tileText)
    .join(' '),
});

/** Return whether a row of the table is a meld. */
export const isMeld = (row: Row, set: TileSet): boolean =>
  row.tiles.every(({ tile }) => tile !== null) && meldOf(known(row.tiles), set) !== null;
