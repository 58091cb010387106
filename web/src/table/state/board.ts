/**
 * The board: every tile that one viewer sees, and how the melds lie now. Immutable and headless.
 *
 * Only `melds` changes while a turn is built; a tile that lies in no meld is where it came from.
 * So putting everything back is `melds: start`, and undo keeps nothing but lists of melds.
 */

import {
  isNumbered,
  meldText,
  readings,
  tileText,
  type Laid,
  type Meld,
  type Tile,
  type TileSet,
} from '../../rules';

/** A tile as one view knows it: its value and an ordinal, `r5.0`; never a number of the server. */
export type Id = string;

/** Where a tile is when it lies in no meld: the table's own tiles always lie in one. */
export type Origin = 'table' | 'rack' | `zone:${string}`;

export interface Piece {
  readonly id: Id;
  readonly tile: Tile;
  readonly origin: Origin;
}

/** Tiles that lie together, in their order; `kind` says how to read them, null where they are no meld. */
export interface Pile {
  readonly key: number;
  readonly ids: readonly Id[];
  readonly kind: Meld['kind'] | null;
}

export interface Board {
  readonly set: TileSet;
  readonly pieces: ReadonlyMap<Id, Piece>;
  /** The table when the turn began. */
  readonly start: readonly Pile[];
  readonly melds: readonly Pile[];
  readonly nextKey: number;
}

export const EMPTY = (set: TileSet): Board => ({
  set,
  pieces: new Map(),
  start: [],
  melds: [],
  nextKey: 1,
});

export const tileAt = (board: Board, id: Id): Tile => board.pieces.get(id)!.tile;

export const tilesIn = (board: Board, ids: readonly Id[]): Tile[] =>
  ids.map((id) => tileAt(board, id));

const known = new WeakMap<Pile, Meld | null>();

/** What the tiles of a pile are, read in their order. */
export function meldOf(board: Board, pile: Pile): Meld | null {
  let meld = known.get(pile);
  if (meld === undefined) {
    meld = pile.kind && reading(board, pile);
    known.set(pile, meld);
  }
  return meld;
}

function reading(board: Board, pile: Pile): Meld | null {
  const tiles = tilesIn(board, pile.ids);
  const ways = readings(tiles, board.set).filter((meld) => meld.kind === pile.kind);
  return ways.find((meld) => meld.kind === 'group' || stands(meld.faces, tiles)) ?? null;
}

/** Whether tiles stand in the order of these faces, jokers anywhere. */
export const stands = (faces: readonly Tile[], tiles: readonly Tile[]): boolean =>
  tiles.every((tile, i) => !isNumbered(tile) || tile === faces[i]);

/** What a joker in a pile represents: a tile in a run, a number in a group, null in no meld. */
export function faceOf(board: Board, pile: Pile, at: number): Tile | 'group' | null {
  const meld = meldOf(board, pile);
  if (!meld) return null;
  return meld.kind === 'run' ? meld.faces[at]! : 'group';
}

/** The pile in which a tile lies. */
export const pileOf = (board: Board, id: Id): Pile | undefined =>
  board.melds.find((pile) => pile.ids.includes(id));

/** The ids of all tiles that lie in melds. */
export const onTable = (board: Board): Set<Id> => new Set(board.melds.flatMap((pile) => pile.ids));

/** The tiles of an origin that lie in no meld. */
export function at(board: Board, origin: Origin): Piece[] {
  const laid = onTable(board);
  return [...board.pieces.values()].filter((p) => p.origin === origin && !laid.has(p.id));
}

export const rackOf = (board: Board): Piece[] => at(board, 'rack');

/** The tiles placed in this turn: those that lie in melds and did not when it began. */
export function placedOf(board: Board): Piece[] {
  return board.melds.flatMap((pile) =>
    pile.ids.map((id) => board.pieces.get(id)!).filter((piece) => piece.origin !== 'table'),
  );
}

/** The melds as the live facts want them. */
export const laidOf = (board: Board): Laid[] =>
  board.melds.map((pile) => ({
    tiles: tilesIn(board, pile.ids),
    meld: meldOf(board, pile),
    own: pile.ids.map((id) => board.pieces.get(id)!.origin !== 'table'),
  }));

/** The melds of the turn's start. */
export const startMelds = (board: Board): Meld[] =>
  board.start.flatMap((pile) => meldOf(board, pile) ?? []);

/** A pile in notation; bare jokers where it is no meld. */
export function pileText(board: Board, pile: Pile): string {
  const meld = meldOf(board, pile);
  return meld ? meldText(meld) : tilesIn(board, pile.ids).map(tileText).join(' ');
}

/** Every pile in notation: what a preview sends and what a reload restores. */
export const boardTexts = (board: Board): string[] =>
  board.melds.map((pile) => pileText(board, pile));

/** Whether the melds lie as when the turn began. */
export const untouched = (board: Board): boolean => sameMelds(board.melds, board.start);

export function sameMelds(a: readonly Pile[], b: readonly Pile[]): boolean {
  return (
    a.length === b.length &&
    a.every((pile, i) => pile.kind === b[i]!.kind && `${pile.ids}` === `${b[i]!.ids}`)
  );
}
