/** Briefly highlights tiles on the table and on the rack. */

import type { RefusalReason } from '../../net/types';
import { bare } from '../../rules';
import { reducedMotion } from '../../device/settings.svelte';

const OUTLINE = { outline: '4px solid currentColor', outlineOffset: '1px' };

/** Highlight the tiles that a reason for refusal is about, wherever they appear inside *element*. */
export function highlight(element: HTMLElement, { tiles = [], melds = [] }: RefusalReason): void {
  const names = new Set([...tiles, ...melds.flatMap((meld) => meld.split(' '))].map(bare));
  for (const tile of element.querySelectorAll<HTMLElement>('.tt-tile')) {
    if (!names.has(tile.dataset.id?.replace(/\.\d+$/, '') ?? '')) continue;
    const still = reducedMotion();
    tile.animate(still ? [OUTLINE, OUTLINE] : [{ outlineWidth: '0' }, OUTLINE, { outlineWidth: '0' }], {
      duration: still ? 2100 : 700,
      iterations: still ? 1 : 3,
    });
  }
}
