/** The order of tiles on the rack: by colour, by number, with melds first, or as arranged by the player. */

import { JOKER, colourOf, isNumbered, numberOf, readings, type TileSet } from '../../rules';
import { rackOf, type Draft, type Id, type Piece } from './draft';

export type Sorting = 'own' | 'colour' | 'number' | 'melds';

/** Return the ids of the tiles on a rack, in order. *own* is the player's own latest arrangement. */
export const sortedRack = (
  pieces: readonly Piece[],
  sorting: Sorting,
  how: { readonly own: readonly Id[]; readonly set: TileSet; readonly rows?: number },
): Id[] => rackParts(pieces, sorting, how).flat();

/** Return these ids in sections, which are shown with gaps between them: melds and pairs, colours, or equal numbers. */
export function rackParts(
  pieces: readonly Piece[],
  sorting: Sorting,
  { own, set, rows = 1 }: { readonly own: readonly Id[]; readonly set: TileSet; readonly rows?: number },
): Id[][] {
  if (sorting === 'melds') return meldsFirst(pieces, set, rows);
  const place = new Map(own.map((id, i) => [id, i]));
  const compare = {
    own: (a: Piece, b: Piece) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || 0,
    colour: (a: Piece, b: Piece) => a.tile - b.tile,
    number: (a: Piece, b: Piece) => rank(a) - rank(b) || a.tile - b.tile,
  }[sorting];
  const stable = (a: Piece, b: Piece): number => (a.id < b.id ? -1 : 1);
  const order = [...pieces].sort((a, b) => compare(a, b) || (sorting === 'own' ? 0 : stable(a, b)));
  if (sorting === 'own') return ids([order]);
  if (sorting === 'colour') return ids(split(order, (a, b) => colour(a) === colour(b)));
  // adjacent tiles with different numbers need no gap between them if each number occurs only once
  const numbers = split(order, (a, b) => rank(a) === rank(b));
  return ids(split(numbers, (a, b) => a.length + b.length === 2).map((some) => some.flat()));
}

const ids = (parts: readonly (readonly Piece[])[]): Id[][] =>
  parts.filter((part) => part.length > 0).map((part) => part.map((piece) => piece.id));

/** Split a list between any two adjacent items unless *together* is true for them. */
function split<T>(list: readonly T[], together: (a: T, b: T) => boolean): T[][] {
  const parts: T[][] = [];
  list.forEach((each, i) => {
    if (i > 0 && together(list[i - 1]!, each)) parts.at(-1)!.push(each);
    else parts.push([each]);
  });
  return parts;
}

const rank = (piece: Piece): number => (isNumbered(piece.tile) ? numberOf(piece.tile) : 99);
const colour = (piece: Piece): number => (isNumbered(piece.tile) ? colourOf(piece.tile) : -1);

/**
 * The displayed order of the rack, which changes only when the player sorts or moves tiles. The position of a tile
 * placed on the table is reserved for its return, and drawn tiles are added at the end.
 */
export class RackOrder {
  sorting: Sorting = 'own';
  /** The number of the rack's rows, none of which should end within a meld or pair when the rack is sorted. */
  rows = 1;
  /** The tiles that have a slot on the rack, including those placed this turn. */
  order: readonly Id[] = [];
  private mine: readonly Id[] = [];
  private parts = new Map<Id, number>();

  /** These tiles in order. */
  shown(ids: readonly Id[]): Id[] {
    const place = new Map(this.order.map((id, i) => [id, i]));
    return [...ids].sort((a, b) => (place.get(a) ?? 999) - (place.get(b) ?? 999));
  }

  /** Return the tiles that start a new section on the rack. */
  breaks(order: readonly Id[]): Set<Id> {
    return new Set(order.filter((id, i) => i > 0 && this.parts.get(id) !== this.parts.get(order[i - 1]!)));
  }

  /** The number of sections on the rack, as if the tiles placed this turn were still there. */
  get count(): number {
    return this.breaks(this.order).size + 1;
  }

  /** Move tiles in front of another tile. The order then counts as the player's own. */
  put(ids: readonly Id[], before: Id): void {
    this.sorting = 'own';
    for (const id of ids) this.parts.set(id, this.parts.get(before) ?? 0);
    this.mine = this.order = reordered(this.order, ids, before);
  }

  /** Move tiles to the end, into the section of drawn tiles. */
  toEnd(ids: readonly Id[]): void {
    for (const id of ids) this.parts.set(id, DRAWN);
    this.order = reordered(this.order, ids, null);
  }

  /** Clear the order because a new round begins. */
  forget(): void {
    this.order = this.mine = [];
  }

  /**
   * Update the order for a new rack. Tiles that are still there do not change their positions, and new tiles are added
   * at the end.
   */
  deal(draft: Draft): void {
    const all = [...draft.pieces.values()].filter((piece) => piece.origin === 'rack').map((piece) => piece.id);
    const known = this.order.filter((id) => all.includes(id));
    if (!known.length) return this.sort(draft);
    const fresh = all.filter((id) => !known.includes(id));
    for (const id of fresh) this.parts.set(id, DRAWN);
    this.order = [...known, ...fresh];
    this.mine = [...this.mine.filter((id) => known.includes(id)), ...fresh];
  }

  /** Sort the rack again. If the player has arranged the rack, new tiles are added at the end. */
  sort(draft: Draft): void {
    const all = [...draft.pieces.values()].filter((piece) => piece.origin === 'rack');
    this.mine = sortedRack(all, 'own', { own: this.mine, set: draft.set });
    const pieces = this.sorting === 'melds' ? rackOf(draft) : all;
    const parts = rackParts(pieces, this.sorting, { own: this.mine, set: draft.set, rows: this.rows });
    const first = parts.flat();
    this.parts = new Map(parts.flatMap((part, i) => part.map((id) => [id, i] as const)));
    this.order = [...first, ...this.mine.filter((id) => !first.includes(id))];
  }
}

const DRAWN = -1;

/** Return the order after moving tiles in front of another tile, or to the end if *before* is null. */
export function reordered(order: readonly Id[], ids: readonly Id[], before: Id | null): Id[] {
  const rest = order.filter((id) => !ids.includes(id));
  const at = before === null ? -1 : rest.indexOf(before);
  if (at < 0) return [...rest, ...ids];
  return [...rest.slice(0, at), ...ids, ...rest.slice(at)];
}

/** Return the melds that the rack tiles form, largest first. The melds share no tiles and use no jokers. */
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

function meldsFirst(pieces: readonly Piece[], set: TileSet, rows: number): Id[][] {
  const melds = rackMelds(pieces, set);
  const used = new Set(melds.flat());
  const left = pieces.filter((piece) => !used.has(piece)).sort((a, b) => a.tile - b.tile);
  const pairs: Piece[][] = [];
  for (const one of left) {
    const other = used.has(one) ? undefined : left.find((each) => !used.has(each) && isPair(one, each));
    if (!other) continue;
    pairs.push([one, other]);
    used.add(one).add(other);
  }
  const single = left.filter((piece) => !used.has(piece));
  return ids(inFullRows([...melds, ...pairs], single, Math.ceil(pieces.length / rows)));
}

/** Order melds and pairs so that rows of this length end between them, if necessary after some of the single tiles. */
function inFullRows(melds: readonly Piece[][], single: readonly Piece[], length: number): Piece[][] {
  const [left, alone] = [[...melds], [...single]];
  const parts: Piece[][] = [];
  for (let room = length; left.length > 0;) {
    const next = left.findIndex((meld) => meld.length <= room);
    const full = next < 0 && room < length;
    const part = full ? alone.splice(0, room) : left.splice(Math.max(0, next), 1)[0]!;
    parts.push(part);
    room = full ? length : room - part.length;
  }
  return [...parts, alone];
}

/** Return whether two tiles need only one more tile to form a meld. */
const isPair = ({ tile: a }: Piece, { tile: b }: Piece): boolean =>
  isNumbered(a) &&
  isNumbered(b) &&
  a < b &&
  (colourOf(a) === colourOf(b) ? b - a === 1 : numberOf(a) === numberOf(b));

/** Return the rack tiles that form the best meld with this tile, or just this tile if there is no such meld. */
export function meldAround(piece: Piece, pieces: readonly Piece[], set: TileSet): Id[] {
  if (piece.tile === JOKER) return [piece.id];
  const others = pieces.filter((other) => other.tile !== piece.tile && isNumbered(other.tile));
  const melds = candidates([piece, ...others], set).filter((meld) => meld.includes(piece));
  const best = melds.sort((a, b) => worth(b) - worth(a))[0];
  return (best ?? [piece]).map((each) => each.id);
}
