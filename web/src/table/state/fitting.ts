/** Finds the options for picked tiles: new melds, or additions to piles. */

import { colourOf, isNumbered, numberOf, type Law, type Tile, type TileSet } from '../../rules';
import { openingPoints } from '../../rules/facts';
import { arrange } from './arrange';
import { laidOf, pileOf, tilesIn, type Draft, type Id, type Pile } from './draft';
import { items, move, type Moved } from './moves';

/** The result of adding tiles to a pile: `taken` are the tiles that fit. */
export interface Fitting extends Moved {
  readonly taken: readonly Id[];
}

/**
 * The melds that tiles form: one meld of all tiles, or several in the order of picking. Empty if a
 * tile is left over. An unchanged pile on the table does not count as a new meld.
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

/** Add every tile that fits to a pile, one after another: to `r3 r4 r5`, both `r7` and `r6` can be added. */
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

/** Add one tile to a pile. A meld must remain a meld, and other tiles must still be able to form one. */
function added(draft: Draft, id: Id, key: number, at: number): Fitting | null {
  const target = draft.piles.find((pile) => pile.key === key);
  if (!target || target.ids.includes(id)) return null;
  const moved = move(draft, [id], { to: 'pile', key, at });
  const pile = moved.draft.piles.find((each) => each.key === key)!;
  const fits = pile.kind !== null || (!target.kind && grows(tilesIn(moved.draft, pile.ids), draft.set));
  return fits ? { ...moved, taken: [id] } : null;
}

/** True if tiles may still grow into a meld: one number in several colours, or close numbers in one colour. */
function grows(tiles: readonly Tile[], set: TileSet): boolean {
  const numbered = tiles.filter(isNumbered);
  const different = (of: (tile: Tile) => number): number => new Set(numbered.map(of)).size;
  if (different((tile) => tile) < numbered.length) return false;
  if (different(numberOf) <= 1) return tiles.length <= set.colours || different(colourOf) <= 1;
  const numbers = numbered.map(numberOf);
  return different(colourOf) === 1 && Math.max(...numbers) - Math.min(...numbers) <= tiles.length;
}

/** The piles that a tile can join without changing a joker's face. */
export function placesFor(draft: Draft, id: Id, law: Law): { readonly pile: Pile; readonly moved: Moved }[] {
  const opened = hasOpened(draft, law);
  return draft.piles.flatMap((pile) => {
    if (!pile.kind || (!opened && pile.ids.some((each) => draft.pieces.get(each)!.origin === 'table'))) return [];
    const moved = added(draft, id, pile.key, pile.ids.length);
    return moved && !moved.turned ? [{ pile, moved }] : [];
  });
}

/** True if the seat has opened, or would open with this draft. */
const hasOpened = (draft: Draft, { opening }: Law): boolean =>
  !opening || openingPoints(laidOf(draft), opening.jokers) >= opening.points;

/** The points of the first melds, both those in the draft and those that the picked tiles form. */
export function pointsWith(draft: Draft, picked: readonly Id[], jokers: boolean): number {
  let now = draft;
  for (const ids of formed(draft, picked)) now = move(now, ids, { to: 'new' }).draft;
  return openingPoints(laidOf(now), jokers);
}
