/** Moves tiles in a draft. Every function returns a new draft, and leaves its arguments unchanged. */

import { isNumbered, type Meld } from '../../rules';
import { arrange, type Arranged, type Item } from './arrange';
import { faceOf, meldOf, pileOf, tileAt, type Draft, type Id, type Pile } from './draft';

/**
 * The target of a move: a position in a pile (`pile`), a new pile that may be inserted in the list before another
 * one (`new`), or the origin of the tiles (`home`).
 */
export type Goal =
  | { readonly to: 'pile'; readonly key: number; readonly at: number }
  | { readonly to: 'new'; readonly before?: number }
  | { readonly to: 'home' };

/**
 * The reason why a move is impossible. In this case, the draft is unchanged. `not_now` means that the code for the move
 * has not been loaded yet.
 */
export type BlockedReason =
  'not_now' | 'table_tile_stays' | 'nothing_to_move' | 'not_its_tile' | 'nothing_to_split';

export interface Moved {
  readonly draft: Draft;
  /** The key of the pile that received the tiles. */
  readonly key?: number;
  readonly blocked?: BlockedReason;
  /** The melds that the player has to choose from, if any. */
  readonly ask?: readonly Meld[];
  /** True if a joker in the pile now represents a different tile than before the move. */
  readonly turned?: boolean;
}

/**
 * Move tiles together to *goal*. If it is in a pile, the tiles are added to the pile, split it, or replace its jokers,
 * and the pile is then put in order.
 */
export function move(draft: Draft, ids: readonly Id[], goal: Goal): Moved {
  const wanted = new Set(ids);
  const moved = [...wanted].filter((id) => draft.pieces.has(id));
  if (!moved.length) return { draft, blocked: 'nothing_to_move' };
  if (goal.to === 'home') return sendHome(draft, moved);
  if (goal.to === 'new') return moveToNew(draft, moved, goal.before);
  return moveToPile(draft, moved, goal);
}

function sendHome(draft: Draft, ids: readonly Id[]): Moved {
  const own = ids.filter((id) => draft.pieces.get(id)!.origin !== 'table');
  if (!own.length) return { draft, blocked: 'table_tile_stays' };
  if (!own.some((id) => pileOf(draft, id))) return { draft, blocked: 'nothing_to_move' };
  return { draft: lifted(draft, own) };
}

function moveToNew(draft: Draft, ids: readonly Id[], before?: number): Moved {
  const from = pileOf(draft, ids[0]!);
  const whole = from?.ids.length === ids.length && ids.every((id) => from.ids.includes(id));
  if (whole) return { draft, key: from.key };
  const bare = lifted(draft, ids);
  const laid = arrange(items(draft, ids), draft.set);
  const pile: Pile = { key: bare.nextKey, ids: laid.ids, kind: laid.kind };
  const place = bare.piles.findIndex(({ key }) => key === before);
  const piles = [...bare.piles];
  piles.splice(place < 0 ? piles.length : place, 0, pile);
  return { ...questionOf(laid), key: pile.key, draft: { ...bare, piles, nextKey: pile.key + 1 } };
}

function moveToPile(
  draft: Draft,
  ids: readonly Id[],
  { key, at }: { readonly key: number; readonly at: number },
): Moved {
  const target = draft.piles.find((pile) => pile.key === key);
  if (!target) return { draft, blocked: 'nothing_to_move' };
  const staying = (id: Id): boolean => !ids.includes(id);
  const before = target.ids.slice(0, at).filter(staying);
  const after = target.ids.slice(at).filter(staying);
  const all = items(draft, [...before, ...ids, ...after]);
  // a joker that is moved by itself may represent any tile at the new position
  const placed = ids.length > 1 ? all : all.map((i) => (i.id === ids[0] ? { ...i, face: null } : i));
  const laid = arrange(placed, draft.set);
  const bare = lifted(
    draft,
    ids.filter((id) => !target.ids.includes(id)),
  );
  const halves = laid.kind ? null : splitByTwin(draft, target, ids);
  if (halves) return { key, draft: withPiles(bare, key, halves) };
  return { ...questionOf(laid), key, draft: withPiles(bare, key, [laid]), turned: !laid.kept };
}

/**
 * Split a run after adding a tile that it already contains, if both halves are melds. For example, 3-4-5-6-7 with
 * another 5 becomes 3-4-5 and 5-6-7.
 */
function splitByTwin(draft: Draft, target: Pile, ids: readonly Id[]): Arranged[] | null {
  const meld = meldOf(draft, target);
  const [id] = ids;
  if (meld?.kind !== 'run' || ids.length !== 1 || target.ids.includes(id!)) return null;
  const twin = meld.faces.indexOf(tileAt(draft, id!));
  if (twin < 0) return null;
  const parts = [[...target.ids.slice(0, twin), id!], target.ids.slice(twin)].map((part) =>
    arrange(items(draft, part), draft.set),
  );
  return parts.every((part) => part.kind && part.kept) ? parts : null;
}

/**
 * Remove tiles from their piles, and put the remaining tiles in order. A run is then split into its remaining parts if
 * these are all melds.
 */
export function lifted(draft: Draft, ids: readonly Id[]): Draft {
  const away = new Set(ids);
  let { nextKey } = draft;
  const piles = draft.piles.flatMap((pile) => {
    if (!pile.ids.some((id) => away.has(id))) return [pile];
    return left(draft, pile, away).map((part, i) => ({
      key: i === 0 ? pile.key : nextKey++,
      ids: part.ids,
      kind: part.kind,
    }));
  });
  return { ...draft, piles, nextKey };
}

type Part = Pick<Pile, 'ids' | 'kind'>;

function left(draft: Draft, pile: Pile, away: ReadonlySet<Id>): Part[] {
  const rest = pile.ids.filter((id) => !away.has(id));
  if (!rest.length) return [];
  const arranged = (ids: readonly Id[]): Part => arrange(items(draft, ids), draft.set);
  const parts = stretches(pile.ids, away).map(arranged);
  const apart = meldOf(draft, pile)?.kind === 'run' && parts.every((part) => part.kind);
  return apart ? parts : [arranged(rest)];
}

function stretches(ids: readonly Id[], away: ReadonlySet<Id>): Id[][] {
  const found: Id[][] = [[]];
  for (const id of ids) {
    if (!away.has(id)) found.at(-1)!.push(id);
    else if (found.at(-1)!.length) found.push([]);
  }
  return found.filter((part) => part.length);
}

export function withPiles(draft: Draft, key: number, parts: readonly Part[]): Draft {
  let { nextKey } = draft;
  const piles = draft.piles.flatMap((pile) =>
    pile.key !== key ? [pile] : parts.map(({ ids, kind }, i) => ({ key: i === 0 ? key : nextKey++, ids, kind })),
  );
  return { ...draft, piles, nextKey };
}

/** Return tiles together with the tiles that their jokers represent now, or represented at the start of the turn. */
export function items(draft: Draft, ids: readonly Id[]): Item[] {
  return ids.map((id) => {
    const tile = tileAt(draft, id);
    if (isNumbered(tile)) return { id, tile };
    return { id, tile, face: faceIn(draft, draft.piles, id) ?? faceIn(draft, draft.start, id) };
  });
}

function faceIn(draft: Draft, piles: readonly Pile[], id: Id): ReturnType<typeof faceOf> {
  const pile = piles.find(({ ids }) => ids.includes(id));
  return pile ? faceOf(draft, pile, pile.ids.indexOf(id)) : null;
}

const questionOf = (laid: Arranged): Pick<Moved, 'ask'> => (laid.ask.length ? { ask: laid.ask } : {});
