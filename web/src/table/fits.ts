/** Help for beginners: finds the melds that the picked tile fits. */

import type { Control } from './control';
import { placesFor } from './state/fitting';

const NONE: ReadonlySet<number> = new Set();

/**
 * Return the keys of the piles to mark. Empty unless the user has turned this help on (`data-places` on the root
 * element), the game allows help (the class `helps`), and a single tile is picked.
 */
export function fitsOf(control: Control, element: HTMLElement): ReadonlySet<number> {
  const [id, more] = control.selected;
  const on = document.documentElement.dataset.places === 'on' && element.closest('.helps') !== null;
  if (!on || id === undefined || more !== undefined || control.mode !== 'play') return NONE;
  return new Set(placesFor(control.draft, id, control.law).map(({ pile }) => pile.key));
}
