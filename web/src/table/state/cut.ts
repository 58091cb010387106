/** Cuts a pile in two. */

import type { Draft } from './draft';
import { held, withPiles, type Moved } from './moves';

/** The draft with a pile cut after so many tiles. */
export function split(draft: Draft, key: number, after: number): Moved {
  const pile = draft.piles.find((each) => each.key === key);
  if (!pile || after <= 0 || after >= pile.ids.length) return { draft, obstacle: 'nothing_to_split' };
  const parts = [pile.ids.slice(0, after), pile.ids.slice(after)];
  return {
    key,
    draft: withPiles(
      draft,
      key,
      parts.map((ids) => held(draft, ids)),
    ),
  };
}
