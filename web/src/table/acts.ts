/** What is done by keys and typed moves alone: a meld is cut, a joker stands for something else. */

import { readings } from '../rules';
import type { Control } from './control';
import { split } from './state/cut';
import { meldOf, pileOf, tilesIn, type Id } from './state/draft';
import { readAs } from './state/jokers';

/** Cut the meld of a tile before it. */
export function splitAt(control: Control, id: Id): void {
  const pile = pileOf(control.draft, id);
  if (!pile || control.mode === 'look') return control.obstacle('nothing_to_split');
  control.commit(split(control.draft, pile.key, pile.ids.indexOf(id)), 'split', [id]);
}

/** Let the jokers of a meld represent the next tiles that they can represent. */
export function turnJoker(control: Control, id: Id): void {
  const { draft } = control;
  const pile = pileOf(draft, id);
  const now = pile ? meldOf(draft, pile) : null;
  const ways = pile ? readings(tilesIn(draft, pile.ids), draft.set) : [];
  if (!pile || !now || ways.length < 2 || control.mode === 'look') return control.obstacle('not_now');
  const at = ways.findIndex((way) => JSON.stringify(way) === JSON.stringify(now));
  const next = ways[(at + 1) % ways.length]!;
  control.commit({ draft: readAs(draft, pile.key, next), key: pile.key }, 'joker_turned', [id]);
}
