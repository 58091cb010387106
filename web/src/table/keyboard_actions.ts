/**
 * Actions that are only available as a key or as a typed move: splitting a meld, and changing the tile that a joker
 * represents.
 */

import { readings } from '../rules';
import type { Control } from './control';
import { arrange } from './state/arrange';
import { meldOf, pileOf, tilesIn, type Draft, type Id } from './state/draft';
import { readAs } from './state/jokers';
import { items, withPiles, type Moved } from './state/moves';

/** Split the meld that contains the given tile directly before that tile. */
export function splitAt(control: Control, id: Id): void {
  const pile = pileOf(control.draft, id);
  if (!pile || control.mode === 'look') return control.blocked('nothing_to_split');
  control.commit(split(control.draft, pile.key, pile.ids.indexOf(id)), 'split', [id]);
}

/** Make the jokers in a meld represent the next tiles that they can stand for. */
export function turnJoker(control: Control, id: Id): void {
  const { draft } = control;
  const pile = pileOf(draft, id);
  const now = pile ? meldOf(draft, pile) : null;
  const ways = pile ? readings(tilesIn(draft, pile.ids), draft.set) : [];
  if (!pile || !now || ways.length < 2 || control.mode === 'look') return control.blocked('not_now');
  const at = ways.findIndex((way) => JSON.stringify(way) === JSON.stringify(now));
  const next = ways[(at + 1) % ways.length]!;
  control.commit({ draft: readAs(draft, pile.key, next), key: pile.key }, 'joker_turned', [id]);
}

/** Return the draft after splitting a pile behind its first *after* tiles. */
export function split(draft: Draft, key: number, after: number): Moved {
  const pile = draft.piles.find((each) => each.key === key);
  if (!pile || after <= 0 || after >= pile.ids.length) return { draft, blocked: 'nothing_to_split' };
  const parts = [pile.ids.slice(0, after), pile.ids.slice(after)].map((ids) =>
    arrange(items(draft, ids), draft.set),
  );
  return { key, draft: withPiles(draft, key, parts) };
}
