/**
 * The draft: every tile that one viewer sees, and how the piles lie now. Immutable and headless.
 *
 * Only `melds` changes while a turn is built; a tile that lies in no meld is where it came from.
 * So resetting is `piles: start`, and undo keeps nothing but lists of piles.
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

/** Where a tile is when it lies in no pile; the table's own tiles always lie in one. */
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

/** What the tiles of a pile are, read in their order. */
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

/** Whether tiles stand in the order of these faces, jokers anywhere. */
export const stands = (faces: readonly Tile[], tiles: readonly Tile[]): boolean =>
  tiles.every((tile, i) => !isNumbered(tile) || tile === faces[i]);

/** What a joker in a pile represents: a tile in a run, a number in a group, null in no meld. */
export function faceOf(draft: Draft, pile: Pile, at: number): Tile | 'group' | null {
  const meld = meldOf(draft, pile);
  if (!meld) return null;
  return meld.kind === 'run' ? meld.faces[at]! : 'group';
}

/** The pile in which a tile lies. */
export const pileOf = (draft: Draft, id: Id): Pile | undefined =>
  draft.piles.find((pile) => pile.ids.includes(id));

/** The ids of all tiles that lie in piles. */
export const onTable = (draft: Draft): Set<Id> => new Set(draft.piles.flatMap((pile) => pile.ids));

/** The tiles of an origin that lie in no meld. */
export function at(draft: Draft, origin: Origin): Piece[] {
  const laid = onTable(draft);
  return [...draft.pieces.values()].filter((p) => p.origin === origin && !laid.has(p.id));
}

export const rackOf = (draft: Draft): Piece[] => at(draft, 'rack');

/** The tiles placed in this turn: those that lie in piles and did not when it began. */
export function placedOf(draft: Draft): Piece[] {
  return draft.piles.flatMap((pile) =>
    pile.ids.map((id) => draft.pieces.get(id)!).filter((piece) => piece.origin !== 'table'),
  );
}

/** The piles as the live facts want them. */
export const laidOf = (draft: Draft): Laid[] =>
  draft.piles.map((pile) => ({
    tiles: tilesIn(draft, pile.ids),
    meld: meldOf(draft, pile),
    own: pile.ids.map((id) => draft.pieces.get(id)!.origin !== 'table'),
  }));

/** The piles of the turn's start. */
export const startMelds = (draft: Draft): Meld[] => draft.start.flatMap((pile) => meldOf(draft, pile) ?? []);

/** A pile in notation; bare jokers where it is no meld. */
export function pileText(draft: Draft, pile: Pile): string {
  const meld = meldOf(draft, pile);
  return meld ? meldText(meld) : tilesIn(draft, pile.ids).map(tileText).join(' ');
}

/** Every pile in notation: what a preview sends and what a reload restores. */
export const draftTexts = (draft: Draft): string[] => draft.piles.map((pile) => pileText(draft, pile));

/** Whether the piles lie as when the turn began. */
export const untouched = (draft: Draft): boolean => samePiles(draft.piles, draft.start);

export function samePiles(a: readonly Pile[], b: readonly Pile[]): boolean {
  return (
    a.length === b.length && a.every((pile, i) => pile.kind === b[i]!.kind && `${pile.ids}` === `${b[i]!.ids}`)
  );
}

/** The draft as when the turn began. */
export const reset = (draft: Draft): Draft => ({ ...draft, piles: draft.start });
