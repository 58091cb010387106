/** The order of a rack: by colour, by number, melds first, or the player's own. */

import { JOKER, isNumbered, numberOf, readings, type TileSet } from '../../rules';
import { rackOf, type Draft, type Id, type Piece } from './draft';

export type Sorting = 'own' | 'colour' | 'number' | 'melds';

/** The ids of a rack in order; *own* is the order that the player last left. */
export function sortedRack(
  pieces: readonly Piece[],
  sorting: Sorting,
  { own, set }: { readonly own: readonly Id[]; readonly set: TileSet },
): Id[] {
  if (sorting === 'melds') return meldsFirst(pieces, set);
  const place = new Map(own.map((id, i) => [id, i]));
  const compare = {
    own: (a: Piece, b: Piece) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || 0,
    colour: (a: Piece, b: Piece) => a.tile - b.tile,
    number: (a: Piece, b: Piece) => rank(a) - rank(b) || a.tile - b.tile,
  }[sorting];
  const stable = (a: Piece, b: Piece): number => (a.id < b.id ? -1 : 1);
  return [...pieces]
    .sort((a, b) => compare(a, b) || (sorting === 'own' ? 0 : stable(a, b)))
    .map((piece) => piece.id);
}

const rank = (piece: Piece): number => (isNumbered(piece.tile) ? numberOf(piece.tile) : 99);

/** The order in which a rack is shown; tiles placed in this turn keep their place in it. */
export class RackOrder {
  sorting: Sorting = 'own';
  private order: readonly Id[] = [];
  private mine: readonly Id[] = [];

  /** Those tiles in order. */
  shown(ids: readonly Id[]): Id[] {
    const place = new Map(this.order.map((id, i) => [id, i]));
    return [...ids].sort((a, b) => (place.get(a) ?? 999) - (place.get(b) ?? 999));
  }

  /** Move tiles before another one; from now on the order is the player's own. */
  put(ids: readonly Id[], before: Id): void {
    this.sorting = 'own';
    this.mine = this.order = reordered(this.order, ids, before);
  }

  /** Sort again; new tiles go to the end of the player's own order. */
  sort(draft: Draft): void {
    const all = [...draft.pieces.values()].filter((piece) => piece.origin === 'rack');
    this.mine = sortedRack(all, 'own', { own: this.mine, set: draft.set });
    const pieces = this.sorting === 'melds' ? rackOf(draft) : all;
    const first = sortedRack(pieces, this.sorting, { own: this.mine, set: draft.set });
    this.order = [...first, ...this.mine.filter((id) => !first.includes(id))];
  }
}

/** The order with one tile moved before another, or to the end. */
export function reordered(order: readonly Id[], ids: readonly Id[], before: Id | null): Id[] {
  const rest = order.filter((id) => !ids.includes(id));
  const at = before === null ? -1 : rest.indexOf(before);
  if (at < 0) return [...rest, ...ids];
  return [...rest.slice(0, at), ...ids, ...rest.slice(at)];
}

/** The melds on a rack, largest first, each tile in at most one; jokers are kept for later. */
export function rackMelds(pieces: readonly Piece[], set: TileSet): Piece[][] {
  const found: Piece[][] = [];
  let left = pieces.filter((piece) => isNumbered(piece.tile));
  for (;;) {
    const best = candidates(left, set).sort((a, b) => worth(b) - worth(a) || a[0]!.tile - b[0]!.tile)[0];
    if (!best) return found;
    found.push(best);
    left = left.filter((piece) => !best.includes(piece));
  }
}

const worth = (meld: readonly Piece[]): number =>
  meld.length * 100 + meld.reduce((sum, piece) => sum + numberOf(piece.tile), 0);

function candidates(pieces: readonly Piece[], set: TileSet): Piece[][] {
  const one = new Map(pieces.map((piece) => [piece.tile, piece]));
  const tiles = [...one.keys()].sort((a, b) => a - b);
  const groups = [...new Set(tiles.map(numberOf))].map((n) => tiles.filter((t) => numberOf(t) === n));
  const runs = tiles.map((first) => {
    const run = [first];
    while (one.has(run.at(-1)! + 1)) run.push(run.at(-1)! + 1);
    const high = set.oneHigh && numberOf(run.at(-1)!) === set.numbers && numberOf(first) > 1;
    const one1 = first - numberOf(first) + 1;
    return high && one.has(one1) ? [...run, one1] : run;
  });
  return [...groups, ...runs]
    .filter((meld) => readings(meld, set).length > 0)
    .map((meld) => meld.map((tile) => one.get(tile)!));
}

function meldsFirst(pieces: readonly Piece[], set: TileSet): Id[] {
  const melds = rackMelds(pieces, set);
  const used = new Set(melds.flat());
  const rest = pieces.filter((piece) => !used.has(piece)).sort((a, b) => a.tile - b.tile);
  return [...melds.flat(), ...rest].map((piece) => piece.id);
}

/** The tiles of a rack that make a meld with this one; only itself where there is none. */
export function meldAround(piece: Piece, pieces: readonly Piece[], set: TileSet): Id[] {
  if (piece.tile === JOKER) return [piece.id];
  const others = pieces.filter((other) => other.tile !== piece.tile && isNumbered(other.tile));
  const melds = candidates([piece, ...others], set).filter((meld) => meld.includes(piece));
  const best = melds.sort((a, b) => worth(b) - worth(a))[0];
  return (best ?? [piece]).map((each) => each.id);
}
