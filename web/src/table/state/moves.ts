/** What can be done on a board by hand. Every function returns a new board and changes none. */

import { isNumbered, missingOf, type Meld } from '../../rules';
import { arrange, laidAs, type Arranged, type Item } from './arrange';
import { faceOf, meldOf, pileOf, tileAt, type Board, type Id, type Pile } from './board';

/** Where tiles go: into a pile at a place, into a new pile (listed before another), or home. */
export type Goal =
  | { readonly to: 'pile'; readonly key: number; readonly at: number }
  | { readonly to: 'new'; readonly before?: number }
  | { readonly to: 'home' };

/** Why the hand cannot do it; the board is then the same. */
export type Obstacle = 'table_tile_stays' | 'nothing_to_move' | 'not_its_tile' | 'nothing_to_split';

export interface Moved {
  readonly board: Board;
  /** The pile that got the tiles. */
  readonly key?: number;
  readonly obstacle?: Obstacle;
  /** Melds that the tiles can be, where the one who plays has to say which. */
  readonly ask?: readonly Meld[];
}

/** Move tiles together; they join, split or fill the pile they come to, which is put in order. */
export function move(board: Board, ids: readonly Id[], goal: Goal): Moved {
  const wanted = new Set(ids);
  const moved = [...wanted].filter((id) => board.pieces.has(id));
  if (!moved.length) return { board, obstacle: 'nothing_to_move' };
  if (goal.to === 'home') return sendHome(board, moved);
  if (goal.to === 'new') return moveToNew(board, moved, goal.before);
  return moveToPile(board, moved, goal);
}

function sendHome(board: Board, ids: readonly Id[]): Moved {
  const own = ids.filter((id) => board.pieces.get(id)!.origin !== 'table');
  if (!own.length) return { board, obstacle: 'table_tile_stays' };
  if (!own.some((id) => pileOf(board, id))) return { board, obstacle: 'nothing_to_move' };
  return { board: lifted(board, own) };
}

function moveToNew(board: Board, ids: readonly Id[], before?: number): Moved {
  const from = pileOf(board, ids[0]!);
  const whole = from?.ids.length === ids.length && ids.every((id) => from.ids.includes(id));
  if (whole) return { board, key: from.key };
  const bare = lifted(board, ids);
  const laid = arrange(items(board, ids), board.set);
  const pile: Pile = { key: bare.nextKey, ids: laid.ids, kind: laid.kind };
  const place = bare.melds.findIndex(({ key }) => key === before);
  const melds = [...bare.melds];
  melds.splice(place < 0 ? melds.length : place, 0, pile);
  return { ...asked(laid), key: pile.key, board: { ...bare, melds, nextKey: pile.key + 1 } };
}

function moveToPile(
  board: Board,
  ids: readonly Id[],
  { key, at }: { readonly key: number; readonly at: number },
): Moved {
  const target = board.melds.find((pile) => pile.key === key);
  if (!target) return { board, obstacle: 'nothing_to_move' };
  const staying = (id: Id): boolean => !ids.includes(id);
  const before = target.ids.slice(0, at).filter(staying);
  const after = target.ids.slice(at).filter(staying);
  const all = items(board, [...before, ...ids, ...after]);
  // a joker moved by itself means its new place
  const placed = ids.length > 1 ? all : all.map((i) => (i.id === ids[0] ? { ...i, face: null } : i));
  const laid = arrange(placed, board.set);
  const bare = lifted(board, ids.filter((id) => !target.ids.includes(id)));
  const halves = laid.kind ? null : splitByTwin(board, target, ids);
  if (halves) return { key, board: withPiles(bare, key, halves) };
  return { ...asked(laid), key, board: withPiles(bare, key, [laid]) };
}

/** A run that gets a tile it already has becomes two, if both are runs then: 3-4-5-6-7 with 5. */
function splitByTwin(board: Board, target: Pile, ids: readonly Id[]): Arranged[] | null {
  const meld = meldOf(board, target);
  const [id] = ids;
  if (meld?.kind !== 'run' || ids.length !== 1 || target.ids.includes(id!)) return null;
  const twin = meld.faces.indexOf(tileAt(board, id!));
  if (twin < 0) return null;
  const parts = [
    [...target.ids.slice(0, twin), id!],
    target.ids.slice(twin),
  ].map((part) => arrange(items(board, part), board.set));
  return parts.every((part) => part.kind && part.kept) ? parts : null;
}

/** Put a tile in the place of the joker that represents it; the joker then lies by itself. */
export function replaceJoker(board: Board, id: Id, joker: Id): Moved {
  const target = pileOf(board, joker);
  const meld = target && meldOf(board, target);
  if (!target || !meld || isNumbered(tileAt(board, joker)) || target.ids.includes(id)) {
    return { board, obstacle: 'not_its_tile' };
  }
  const tile = tileAt(board, id);
  const face = faceOf(board, target, target.ids.indexOf(joker));
  const fits = meld.kind === 'run' ? face === tile : missingOf(meld, board.set).includes(tile);
  if (!fits) return { board, obstacle: 'not_its_tile' };
  const bare = lifted(board, [id]);
  const swapped = target.ids.map((other) => (other === joker ? id : other));
  const laid = arrange(items(board, swapped), board.set);
  const freed: Pile = { key: bare.nextKey, ids: [joker], kind: null };
  const melds = withPiles(bare, target.key, [laid]).melds;
  const place = melds.findIndex((pile) => pile.key === target.key) + 1;
  return {
    key: target.key,
    board: {
      ...bare,
      melds: [...melds.slice(0, place), freed, ...melds.slice(place)],
      nextKey: bare.nextKey + 1,
    },
  };
}

/** Cut a pile in two after so many tiles. */
export function split(board: Board, key: number, after: number): Moved {
  const pile = board.melds.find((each) => each.key === key);
  if (!pile || after <= 0 || after >= pile.ids.length) return { board, obstacle: 'nothing_to_split' };
  const parts = [pile.ids.slice(0, after), pile.ids.slice(after)];
  return { key, board: withPiles(board, key, parts.map((ids) => held(board, ids))) };
}

/** Let the tiles of a pile be the meld that was chosen among its readings. */
export function settle(board: Board, key: number, meld: Meld): Board {
  const pile = board.melds.find((each) => each.key === key);
  if (!pile) return board;
  const ids = laidAs(items(board, pile.ids), meld);
  return withPiles(board, key, [{ ids, kind: meld.kind }]);
}

/** Let everything lie as when the turn began. */
export const putBack = (board: Board): Board => ({ ...board, melds: board.start });

/** The board with these tiles in no pile; what is left of a run falls apart where both parts are melds. */
function lifted(board: Board, ids: readonly Id[]): Board {
  const away = new Set(ids);
  let { nextKey } = board;
  const melds = board.melds.flatMap((pile) => {
    if (!pile.ids.some((id) => away.has(id))) return [pile];
    return left(board, pile, away).map((part, i) => ({
      key: i === 0 ? pile.key : nextKey++,
      ids: part.ids,
      kind: part.kind,
    }));
  });
  return { ...board, melds, nextKey };
}

type Part = Pick<Pile, 'ids' | 'kind'>;

function left(board: Board, pile: Pile, away: ReadonlySet<Id>): Part[] {
  const rest = pile.ids.filter((id) => !away.has(id));
  if (!rest.length) return [];
  const parts = stretches(pile.ids, away).map((part) => held(board, part));
  const apart = meldOf(board, pile)?.kind === 'run' && parts.every((part) => part.kind);
  return apart ? parts : [held(board, rest)];
}

/** Tiles that stay lie as they are: a joker among them does not come to represent something else. */
function held(board: Board, ids: readonly Id[]): Part {
  const laid = arrange(items(board, ids), board.set);
  return laid.kept ? laid : { ids, kind: null };
}

function stretches(ids: readonly Id[], away: ReadonlySet<Id>): Id[][] {
  const found: Id[][] = [[]];
  for (const id of ids) {
    if (!away.has(id)) found.at(-1)!.push(id);
    else if (found.at(-1)!.length) found.push([]);
  }
  return found.filter((part) => part.length);
}

function withPiles(board: Board, key: number, parts: readonly Part[]): Board {
  let { nextKey } = board;
  const melds = board.melds.flatMap((pile) =>
    pile.key !== key
      ? [pile]
      : parts.map(({ ids, kind }, i) => ({ key: i === 0 ? key : nextKey++, ids, kind })),
  );
  return { ...board, melds, nextKey };
}

/** Tiles with what their jokers represent now, or represented when the turn began. */
function items(board: Board, ids: readonly Id[]): Item[] {
  return ids.map((id) => {
    const tile = tileAt(board, id);
    if (isNumbered(tile)) return { id, tile };
    return { id, tile, face: faceIn(board, board.melds, id) ?? faceIn(board, board.start, id) };
  });
}

function faceIn(board: Board, piles: readonly Pile[], id: Id): ReturnType<typeof faceOf> {
  const pile = piles.find(({ ids }) => ids.includes(id));
  return pile ? faceOf(board, pile, pile.ids.indexOf(id)) : null;
}

const asked = (laid: Arranged): Pick<Moved, 'ask'> => (laid.ask.length ? { ask: laid.ask } : {});
