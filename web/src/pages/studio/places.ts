/** Measures the studio's felt and rack, so that the widget can lay tiles out on them. */

import type { Places } from '../../table';
import { ASPECT } from '../../table/layout/geometry';

/** The margin of the felt that is left free of tiles. */
const RIM = 8;

/** Return the boxes on the stage, as measured from its elements with a `data-place` attribute. */
export function placesOf(stage: HTMLElement): Places {
  const { left, top } = stage.getBoundingClientRect();
  const rect = (name: string, rim = 0) => {
    const box = stage.querySelector(`[data-place='${name}']`)!.getBoundingClientRect();
    return {
      x: Math.round(box.left - left + rim),
      y: Math.round(box.top - top + rim),
      w: Math.round(box.width - 2 * rim),
      h: Math.round(box.height - 2 * rim),
    };
  };
  const rack = rect('rack');
  return {
    felt: rect('felt', RIM),
    rack: { ...rack, rows: 1, largest: rack.h / ASPECT },
    zones: {},
    pool: null,
    seats: [],
  };
}
