/** The result of reading a photo. `tilerummy.vision` returns the same fields in Python. */

/** A possible reading of a tile. */
export interface Candidate {
  /** The tile in notation: `r7`, `k13`, or `*` for a joker. */
  face: string;
  /** The calibrated probability, from 0 to 1. */
  probability: number;
}

/** A point in pixels of the upright photo, from its upper left corner: x, y. */
export type Point = [number, number];

/** A tile found in a photo. */
export interface ReadTile {
  /** Four corners, clockwise, beginning with the upper left one as seen by a reader of the tile. */
  corners: Point[];
  /** At least the two best readings, the likeliest first. */
  candidates: Candidate[];
  /** True if a person should check this tile. */
  doubtful: boolean;
}

/** Why another photo would be read better: the light, a blur, or tiles too small to be read. */
export type Advice = 'dark' | 'shaken' | 'far';

/** All tiles found in a photo. */
export interface Reading {
  /** The size of the upright photo, in pixels. */
  width: number;
  height: number;
  tiles: ReadTile[];
  /** The tiles that lie side by side, as indices of `tiles` in reading order. Every tile is in one row. */
  rows: number[][];
  /** The rows that seem to be a rack, as indices of `rows`. */
  rack: number[];
  /** The reason to take another photo, or null. */
  advice: Advice | null;
}
