/** The texts that the widget needs; its owner provides them in a language. */

import type { Flaw, Meld, Tile } from '../rules';

/** Where a tile is and in which state, for its label. */
export interface TileLabel {
  readonly area: 'rack' | 'table' | 'zone';
  /** The zone, if it lies in one. */
  readonly zone?: string;
  /** The number of its meld and how many there are, its place there and how many tiles; from 1. */
  readonly meld?: { readonly number: number; readonly of: number };
  readonly at: number;
  readonly of: number;
  /** What a joker represents: a tile, or a number in a group. */
  readonly as?: Tile;
  readonly asNumber?: number;
  readonly selected: boolean;
  /** Placed in this turn, so that it can be sent home. */
  readonly placed: boolean;
  readonly locked: boolean;
  readonly valid: boolean;
  /** Part of the last play. */
  readonly last: boolean;
  /** Drawn just now. */
  readonly drawn: boolean;
  /** Where a hint would lay it. */
  readonly hinted: boolean;
  /** Laid by another player who is not done yet. */
  readonly unfinished: boolean;
}

/** A pile for its label: the meld, or why it is none. */
export interface MeldLabel {
  readonly number: number;
  readonly of: number;
  readonly meld: Meld | null;
  readonly flaw: Flaw | null;
  readonly points: number;
  readonly locked: boolean;
}

export interface Labels {
  tile(tile: Tile, where: TileLabel): string;
  meld(meld: MeldLabel): string;
  table(melds: number): string;
  rack(tiles: number): string;
  /** A word or two on the table while nothing lies on it; `lays`: the viewer may lay tiles now. */
  empty?(lays: boolean): string;
  /** The name of a zone, short enough to be shown above it. */
  zone(zone: string, tiles: number): string;
}
