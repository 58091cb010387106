/** Adds every rack tile that fits some meld on the table without changing the tile that a joker represents. */

import { isNumbered } from '../rules';
import type { Control } from './control';
import type { Id } from './state/draft';
import { placesFor } from './state/fitting';
import type { Moved } from './state/moves';

/** Add the tiles one after another, combined into a single undo step. Jokers stay on the rack. */
export function addAll(control: Control): void {
  if (control.mode === 'look' || control.watched) return control.blocked('not_now');
  const left = control.rack.filter((id) => isNumbered(control.draft.pieces.get(id)!.tile));
  const added: Id[] = [];
  let moved: Moved = { draft: control.draft };
  for (let at = 0; at < left.length; at++) {
    const [place] = placesFor(moved.draft, left[at]!, control.law);
    if (!place) continue;
    moved = place.moved;
    added.push(...left.splice(at, 1));
    at = -1; // a tile that was skipped before may fit now
  }
  if (added.length) control.commit({ draft: moved.draft }, 'added', added);
  else control.blocked('nothing_fits');
}
