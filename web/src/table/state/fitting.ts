/** What picked tiles can become: melds of their own, or additions to piles that lie there. */

import { colourOf, isNumbered, numberOf, type Law, type Tile, type TileSet } from '../../rules';
import { openingPoints } from '../../rules/facts';
import { arrange } from './arrange';
import { laidOf, pileOf, tilesIn, type Draft, type Id, type Pile } from './draft';
import { items, move, type Moved } from './moves';

/** Tiles added to a pile: which of them fit, and the draft with them. */
export interface Fitting extends Moved {
  readonly taken: readonly Id[];
}

/**
 * The melds that tiles form: all of them one, or several one after the other as they were picked;
 * none if a tile is left over. A pile that lies on the table as it is counts as no new meld.
 */
export function formed(draft: Draft, ids: readonly Id[]): (readonly Id[])[] {
  const melds = cut(draft, ids);
  return melds.some((meld) => !liesThere(draft, meld)) ? melds : [];
}

function cut(draft: Draft, ids: readonly Id[]): (readonly Id[])[] {
  if (arrange(items(draft, ids), draft.set).kind) return [ids];
  for (let n = 3; n <= ids.length - 3; n++) {
    const first = ids.slice(0, n);
    const rest = arrange(items(draft, first), draft.set).kind ? cut(draft, ids.slice(n)) : [];
    if (rest.length) return [first, ...rest];
  }
  return [];
}

function liesThere(draft: Draft, ids: readonly Id[]): boolean {
  const pile = pileOf(draft, ids[0]!);
  return pile?.ids.length === ids.length && ids.every((id) => pile.ids.includes(id));
}

/** Add to a pile every tile that fits it, one after the other: `r7` and `r6` to `r3 r4 r5`. */
export function fitting(
  draft: Draft,
  ids: readonly Id[],
  { key, at }: { readonly key: number; readonly at: number },
): Fitting {
  let now: Fitting = { draft, key, taken: [] };
  for (;;) {
    const next = ids.flatMap((id) => (now.taken.includes(id) ? [] : (added(now.draft, id, key, at) ?? [])));
    if (!next.length) return now;
    now = { ...next[0]!, taken: [...now.taken, ...next[0]!.taken] };
  }
}

/** One tile more in a pile: a meld must stay one, anything else must still be able to become one. */
function added(draft: Draft, id: Id, key: number, at: number): Fitting | null {
  const target = draft.piles.find((pile) => pile.key === key);
  if (!target || target.ids.includes(id)) return null;
  const moved = move(draft, [id], { to: 'pile', key, at });
  const pile = moved.draft.piles.find((each) => each.key === key)!;
  const fits = pile.kind !== null || (!target.kind && grows(tilesIn(moved.draft, pile.ids), draft.set));
  return fits ? { ...moved, taken: [id] } : null;
}

/** Whether tiles that are no meld yet may become one: one number in several colours, or near in one colour. */
function grows(tiles: readonly Tile[], set: TileSet): boolean {
  const numbered = tiles.filter(isNumbered);
  const different = (of: (tile: Tile) => number): number => new Set(numbered.map(of)).size;
  if (different((tile) => tile) < numbered.length) return false;
  if (different(numberOf) <= 1) return tiles.length <= set.colours || different(colourOf) <= 1;
  const numbers = numbered.map(numberOf);
  return different(colourOf) === 1 && Math.max(...numbers) - Math.min(...numbers) <= tiles.length;
}

/** The piles to which a tile can be added at once, no joker of them standing for something else. */
export function placesFor(draft: Draft, id: Id, law: Law): { readonly pile: Pile; readonly moved: Moved }[] {
  const opened = hasOpened(draft, law);
  return draft.piles.flatMap((pile) => {
    if (!pile.kind || (!opened && pile.ids.some((each) => draft.pieces.get(each)!.origin === 'table'))) return [];
    const moved = added(draft, id, pile.key, pile.ids.length);
    return moved && !moved.turned ? [{ pile, moved }] : [];
  });
}

/** Whether the first melds lie on the table, at the latest with this draft. */
const hasOpened = (draft: Draft, { opening }: Law): boolean =>
  !opening || openingPoints(laidOf(draft), opening.jokers) >= opening.points;

/** The points of the first melds: those that lie there, and those that picked tiles form. */
export function pointsWith(draft: Draft, picked: readonly Id[], jokers: boolean): number {
  let now = draft;
  for (const ids of formed(draft, picked)) now = move(now, ids, { to: 'new' }).draft;
  return openingPoints(laidOf(now), jokers);
}
