/** Constants used by all modules of the layout. */

import type { Rect } from './places';

export interface Size {
  readonly w: number;
  readonly h: number;
}

export type { Rect } from './places';

/** A tile's height divided by its width. The constant after it is the maximum tile width in pixels. */
export const ASPECT = 1.34;
export const LARGEST = 96;

/** Distances in a zone: between the tiles, around them, and above them to leave room for the zone's name. */
export const GAP = 4;
export const FRAME = 7;
export const LABEL = 22;

export const inside = ({ x, y, w, h }: Rect, px: number, py: number): boolean =>
  px >= x && px < x + w && py >= y && py < y + h;
