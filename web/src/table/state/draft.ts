/**
 * The draft: every tile visible to one viewer, and the current piles. It is immutable and
 * independent of the DOM.
 *
 * During a turn, only `piles` changes. A tile that is in no pile is at its origin. The draft is
 * therefore reset by `piles: start`, and the undo history stores nothing but lists of piles.
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

/**
 * Identifies a tile for one viewer by its value and an ordinal, as in `r5.0`. Such ids are
 * unrelated to any on the server.
 */
export type Id = string;

/** Where a tile is while it is in no pile. Tiles from the table are always in a pile. */
export type Origin = 'table' | 'rack' | `zone:${string}`;

export interface Piece {
  readonly id: Id;
  readonly tile: Tile;
  readonly origin: Origin;
}

/** Tiles that lie together, in order. `kind` is the kind of meld, or null if they do not form one. */
export interface Pile {
  readonly key: number;
  readonly ids: readonly Id[];
  readonly kind: Meld['kind'] | null;
}

export interface Draft {
  readonly set: TileSet;
  readonly pieces: ReadonlyMap<Id, Piece>;
  /** The table when the turn began. */
  readonly start: readonly Pile[];
  readonly piles: readonly Pile[];
  readonly nextKey: number;
}

export const EMPTY = (set: TileSet): Draft => ({
  set,
  pieces: new Map(),
  start: [],
  piles: [],
  nextKey: 1,
});

export const tileAt = (draft: Draft, id: Id): Tile => draft.pieces.get(id)!.tile;

export const tilesIn = (draft: Draft, ids: readonly Id[]): Tile[] => ids.map((id) => tileAt(draft, id));

const known = new WeakMap<Pile, Meld | null>();

/** The meld of a pile's tiles in their order, or null. */
export function meldOf(draft: Draft, pile: Pile): Meld | null {
  let meld = known.get(pile);
  if (meld === undefined) {
    meld = pile.kind && reading(draft, pile);
    known.set(pile, meld);
  }
  return meld;
}

function reading(draft: Draft, pile: Pile): Meld | null {
  const tiles = tilesIn(draft, pile.ids);
  const ways = readings(tiles, draft.set).filter((meld) => meld.kind === pile.kind);
  return ways.find((meld) => meld.kind === 'group' || stands(meld.faces, tiles)) ?? null;
}

/** True if the tiles match these faces in order. Jokers match any face. */
export const stands = (faces: readonly Tile[], tiles: readonly Tile[]): boolean =>
  tiles.every((tile, i) => !isNumbered(tile) || tile === faces[i]);

/** The face of a joker in a pile: a tile in a run, `group` in a group, null outside melds. */
export function faceOf(draft: Draft, pile: Pile, at: number): Tile | 'group' | null {
  const meld = meldOf(draft, pile);
  if (!meld) return null;
  return meld.kind === 'run' ? meld.faces[at]! : 'group';
}

/** The pile that contains a tile. */
export const pileOf = (draft: Draft, id: Id): Pile | undefined =>
  draft.piles.find((pile) => pile.ids.includes(id));

/** The ids of all tiles in piles. */
export const onTable = (draft: Draft): Set<Id> => new Set(draft.piles.flatMap((pile) => pile.ids));

/** The tiles of an origin that are in no pile. */
export function at(draft: Draft, origin: Origin): Piece[] {
  const laid = onTable(draft);
  return [...draft.pieces.values()].filter((p) => p.origin === origin && !laid.has(p.id));
}

export const rackOf = (draft: Draft): Piece[] => at(draft, 'rack');

/** The tiles placed this turn: in piles now, but not at its start. */
export function placedOf(draft: Draft): Piece[] {
  return draft.piles.flatMap((pile) =>
    pile.ids.map((id) => draft.pieces.get(id)!).filter((piece) => piece.origin !== 'table'),
  );
}

/** The piles as input for checking the draft. */
export const laidOf = (draft: Draft): Laid[] =>
  draft.piles.map((pile) => ({
    tiles: tilesIn(draft, pile.ids),
    meld: meldOf(draft, pile),
    own: pile.ids.map((id) => draft.pieces.get(id)!.origin !== 'table'),
  }));

/** The piles at the start of the turn. */
export const startMelds = (draft: Draft): Meld[] => draft.start.flatMap((pile) => meldOf(draft, pile) ?? []);

/** A pile in notation. If it is not a meld, jokers are written as a plain `*`. */
export function pileText(draft: Draft, pile: Pile): string {
  const meld = meldOf(draft, pile);
  return meld ? meldText(meld) : tilesIn(draft, pile.ids).map(tileText).join(' ');
}

/** Every pile in notation, for previews and for restoring after a reload. */
export const draftTexts = (draft: Draft): string[] => draft.piles.map((pile) => pileText(draft, pile));

/** True if the piles are unchanged since the turn began. */
export const untouched = (draft: Draft): boolean => samePiles(draft.piles, draft.start);

export function samePiles(a: readonly Pile[], b: readonly Pile[]): boolean {
  return (
    a.length === b.length && a.every((pile, i) => pile.kind === b[i]!.kind && `${pile.ids}` === `${b[i]!.ids}`)
  );
}

/** The draft at the start of the turn. */
export const reset = (draft: Draft): Draft => ({ ...draft, piles: draft.start });
