/**
 * A draft consists of every tile that a viewer can see, and the current piles. It is immutable and independent of the
 * DOM.
 *
 * During a turn, only `piles` changes. A tile that is not in a pile is at its origin. Setting `piles` to `start`
 * therefore resets the draft, and the undo history is a list of previous values of `piles`.
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
 * Identifies a tile for one viewer. It consists of the tile in notation and an ordinal number, such as `r5.0`, and is
 * unrelated to the server's ids.
 */
export type Id = string;

/**
 * A tile's area at the start of the turn. A tile is still there unless it is in a pile; tiles from the table are
 * always in a pile.
 */
export type Origin = 'table' | 'rack' | `zone:${string}`;

export interface Piece {
  readonly id: Id;
  readonly tile: Tile;
  readonly origin: Origin;
}

/** Tiles that lie together on the table, in order. `kind` is null if they do not form a meld. */
export interface Pile {
  readonly key: number;
  readonly ids: readonly Id[];
  readonly kind: Meld['kind'] | null;
}

export interface Draft {
  readonly set: TileSet;
  readonly pieces: ReadonlyMap<Id, Piece>;
  /** The piles that were on the table when the turn began. */
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

/** Return the meld that the tiles in a pile form in their current order, or null if they form none. */
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

/** Return whether the tiles match these faces in this order. A joker matches any face. */
export const stands = (faces: readonly Tile[], tiles: readonly Tile[]): boolean =>
  tiles.every((tile, i) => !isNumbered(tile) || tile === faces[i]);

/** Return the face of a joker in a pile: a tile in a run, `group` in a group, or null if the pile is not a meld. */
export function faceOf(draft: Draft, pile: Pile, at: number): Tile | 'group' | null {
  const meld = meldOf(draft, pile);
  if (!meld) return null;
  return meld.kind === 'run' ? meld.faces[at]! : 'group';
}

/** Return the pile that contains a tile. */
export const pileOf = (draft: Draft, id: Id): Pile | undefined =>
  draft.piles.find((pile) => pile.ids.includes(id));

/** Return the ids of all tiles that are in piles. */
export const onTable = (draft: Draft): Set<Id> => new Set(draft.piles.flatMap((pile) => pile.ids));

/** Return the tiles that are currently at this origin, which means that they are not in a pile. */
export function at(draft: Draft, origin: Origin): Piece[] {
  const laid = onTable(draft);
  return [...draft.pieces.values()].filter((p) => p.origin === origin && !laid.has(p.id));
}

export const rackOf = (draft: Draft): Piece[] => at(draft, 'rack');

/** Return the tiles placed this turn. They are in piles now, but were not at the start of the turn. */
export function placedOf(draft: Draft): Piece[] {
  return draft.piles.flatMap((pile) =>
    pile.ids.map((id) => draft.pieces.get(id)!).filter((piece) => piece.origin !== 'table'),
  );
}

/** Return the piles in the form that `facts` expects. */
export const laidOf = (draft: Draft): Laid[] =>
  draft.piles.map((pile) => ({
    tiles: tilesIn(draft, pile.ids),
    meld: meldOf(draft, pile),
    own: pile.ids.map((id) => draft.pieces.get(id)!.origin !== 'table'),
  }));

/** Return the melds on the table at the start of the turn. */
export const startMelds = (draft: Draft): Meld[] => draft.start.flatMap((pile) => meldOf(draft, pile) ?? []);

/** Write a pile in notation. If it is not a meld, its jokers are written as a plain `*`. */
export function pileText(draft: Draft, pile: Pile): string {
  const meld = meldOf(draft, pile);
  return meld ? meldText(meld) : tilesIn(draft, pile.ids).map(tileText).join(' ');
}

/** Write all piles in notation. This is used for previews, and for saving the draft across a reload. */
export const draftTexts = (draft: Draft): string[] => draft.piles.map((pile) => pileText(draft, pile));

/** Return whether the piles are the same as at the start of the turn. */
export const untouched = (draft: Draft): boolean => samePiles(draft.piles, draft.start);

export function samePiles(a: readonly Pile[], b: readonly Pile[]): boolean {
  return (
    a.length === b.length && a.every((pile, i) => pile.kind === b[i]!.kind && `${pile.ids}` === `${b[i]!.ids}`)
  );
}

/** Return the draft from the start of the turn. */
export const reset = (draft: Draft): Draft => ({ ...draft, piles: draft.start });
