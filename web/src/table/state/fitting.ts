/** Finds what picked tiles can do: they may form new melds, or fit piles on the table. */

import { colourOf, isNumbered, numberOf, type Law, type Tile, type TileSet } from '../../rules';
import { jokerFacts, openingPoints } from '../../rules/facts';
import { arrange } from './arrange';
import { laidOf, pileOf, startMelds, tilesIn, type Draft, type Id, type Pile } from './draft';
import { items, move, type Moved } from './moves';

/** The result of adding tiles to a pile. `taken` lists the tiles that could be added. */
export interface Fitting extends Moved {
  readonly taken: readonly Id[];
}

/**
 * Return the melds that tiles form: either one meld with all the tiles, or several in the order of picking. Returns an
 * empty list if any tile is left over, or if these melds are already on the table.
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

/** Add every tile that fits to a pile, one after another. For example, `r7` and `r6` can be added to `r3 r4 r5`. */
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

/**
 * Add one tile to a pile, or return null if it does not fit. A meld must remain a meld, and any other pile must still
 * be able to become a meld.
 */
function added(draft: Draft, id: Id, key: number, at: number): Fitting | null {
  const target = draft.piles.find((pile) => pile.key === key);
  if (!target || target.ids.includes(id)) return null;
  const moved = move(draft, [id], { to: 'pile', key, at });
  const pile = moved.draft.piles.find((each) => each.key === key)!;
  const fits = pile.kind !== null || (!target.kind && grows(tilesIn(moved.draft, pile.ids), draft.set));
  return fits ? { ...moved, taken: [id] } : null;
}

/**
 * Return whether tiles may still become a meld. They need one number in several colours, or close numbers in one
 * colour.
 */
function grows(tiles: readonly Tile[], set: TileSet): boolean {
  const numbered = tiles.filter(isNumbered);
  const different = (of: (tile: Tile) => number): number => new Set(numbered.map(of)).size;
  if (different((tile) => tile) < numbered.length) return false;
  if (different(numberOf) <= 1) return tiles.length <= set.colours || different(colourOf) <= 1;
  const numbers = numbered.map(numberOf);
  return different(colourOf) === 1 && Math.max(...numbers) - Math.min(...numbers) <= tiles.length;
}

/**
 * Return the piles that a tile can join without changing the tile that any joker represents, and without splitting
 * a meld that must not change.
 */
export function placesFor(draft: Draft, id: Id, law: Law): { readonly pile: Pile; readonly moved: Moved }[] {
  const opened = hasOpened(draft, law);
  return draft.piles.flatMap((pile) => {
    if (!pile.kind || (!opened && pile.ids.some((each) => draft.pieces.get(each)!.origin === 'table'))) return [];
    const moved = added(draft, id, pile.key, pile.ids.length);
    return moved && !moved.turned && !breaks(draft, moved, law) ? [{ pile, moved }] : [];
  });
}

/**
 * Return whether a move splits a meld on the table although melds can only be added to, or although its joker locks it.
 */
export const breaks = (before: Draft, { draft }: Moved, law: Law): boolean =>
  law.onlyAdds
    ? parts(draft) > parts(before)
    : draft.piles.length > before.piles.length && jokerErrors(draft, law) > jokerErrors(before, law);

const jokerErrors = (draft: Draft, law: Law): number => jokerFacts(startMelds(draft), laidOf(draft), law).length;

/** Count the piles that each meld from the start of the turn is spread over. */
const parts = (draft: Draft): number =>
  draft.start.reduce((sum, { ids }) => sum + new Set(ids.map((id) => pileOf(draft, id))).size, 0);

/** Return whether the player has already opened, or would open with this draft. */
export const hasOpened = (draft: Draft, { opening }: Law): boolean =>
  !opening || openingPoints(laidOf(draft), opening.jokers) >= opening.points;

/** Return the points for the opening, from melds in the draft and from melds that the picked tiles form. */
export function pointsWith(draft: Draft, picked: readonly Id[], jokers: boolean): number {
  let now = draft;
  for (const ids of formed(draft, picked)) now = move(now, ids, { to: 'new' }).draft;
  return openingPoints(laidOf(now), jokers);
}
