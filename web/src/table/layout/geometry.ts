/** Measures that all parts of the layout share. */

import type { Rect } from './places';

export interface Size {
  readonly w: number;
  readonly h: number;
}

export type { Rect } from './places';

/** How much higher than wide a tile is, and how wide the largest is. */
export const ASPECT = 1.34;
export const LARGEST = 96;

/** Between tiles of a zone, around them, and above them where its name stands. */
export const GAP = 4;
export const FRAME = 7;
export const LABEL = 22;

export const inside = ({ x, y, w, h }: Rect, px: number, py: number): boolean =>
  px >= x && px < x + w && py >= y && py < y + h;
