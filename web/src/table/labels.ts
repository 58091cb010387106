/** The texts that the widget needs; its owner translates them. */

import type { Flaw, Meld, Tile } from '../rules';

/** A tile's position and state, for its label. */
export interface TileLabel {
  readonly area: 'rack' | 'table' | 'zone';
  /** The zone, if it is in one. */
  readonly zone?: string;
  /** Its meld's number and the number of melds; `at` and `of`: its position and the number of tiles. From 1. */
  readonly meld?: { readonly number: number; readonly of: number };
  readonly at: number;
  readonly of: number;
  /** The tile that a joker represents, or its number in a group. */
  readonly as?: Tile;
  readonly asNumber?: number;
  readonly selected: boolean;
  /** Placed this turn, so that it can return to the rack. */
  readonly placed: boolean;
  readonly locked: boolean;
  readonly valid: boolean;
  /** Part of the last play. */
  readonly last: boolean;
  /** Drawn just now. */
  readonly drawn: boolean;
  /** Laid by a hint. */
  readonly hinted: boolean;
  /** Laid by another player in an unfinished turn. */
  readonly unfinished: boolean;
}

/** A pile, for its label: the meld, or the flaw that makes it invalid. */
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
  /** A short text shown on an empty table; `lays`: the viewer may lay tiles now. */
  empty?(lays: boolean): string;
  /** A zone's name, short enough to show above it. */
  zone(zone: string, tiles: number): string;
}
