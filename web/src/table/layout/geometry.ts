/** Constants shared by all modules of the layout. */

import type { Rect } from './places';

export interface Size {
  readonly w: number;
  readonly h: number;
}

export type { Rect } from './places';

/** The height of a tile divided by its width, and the width of the largest tile. */
export const ASPECT = 1.34;
export const LARGEST = 96;

/** Space in a zone: between tiles, around them, and above them for its name. */
export const GAP = 4;
export const FRAME = 7;
export const LABEL = 22;

export const inside = ({ x, y, w, h }: Rect, px: number, py: number): boolean =>
  px >= x && px < x + w && py >= y && py < y + h;
