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
  /** True if the user should check this tile. */
  doubtful: boolean;
}

/** The inputs of the reader's last layer for a tile: bytes to be multiplied by a scale. */
export interface Features {
  scale: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The reader's last layer as its file contains it: bytes, and a scale and a bias per output. */
export interface LastLayer {
  weights: Int8Array<ArrayBuffer>;
  scales: Float32Array<ArrayBuffer>;
  biases: Float32Array<ArrayBuffer>;
}

/** The part of a reading that this browser's reader is adapted to. It is never sent. */
export interface Lesson {
  /** A hash of all weights. */
  reader: number;
  /** The divisor of the outputs before the softmax. */
  temperature: number;
  /** The layer as published, not as learnt. */
  layer: LastLayer;
  /** For each of the reading's tiles. */
  features: Features[];
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
  /** Only in the browser. */
  lesson?: Lesson | null;
}
