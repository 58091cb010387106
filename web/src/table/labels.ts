/** The texts that the widget needs. Its owner provides them, translated. */

import type { Flaw, Meld, Tile } from '../rules';

/** The position and state of a tile, as described by its label. */
export interface TileLabel {
  readonly area: 'rack' | 'table' | 'zone';
  /** The zone, if the tile is in one. */
  readonly zone?: string;
  /**
   * The tile's meld: its number and the number of melds. `at` is the tile's position in it, `of`
   * the number of its tiles. Numbers count from 1.
   */
  readonly meld?: { readonly number: number; readonly of: number };
  readonly at: number;
  readonly of: number;
  /** The tile that a joker represents or, in a group, the number. */
  readonly as?: Tile;
  readonly asNumber?: number;
  readonly selected: boolean;
  /** True if the tile was placed this turn, so that it can return to the rack. */
  readonly placed: boolean;
  readonly locked: boolean;
  readonly valid: boolean;
  /** True if the tile is part of the last play. */
  readonly last: boolean;
  /** True if the tile was just drawn. */
  readonly drawn: boolean;
  /** True if a hint laid the tile. */
  readonly hinted: boolean;
  /** True if another player laid the tile in a turn that is not finished. */
  readonly unfinished: boolean;
}

/** A pile as described by its label: the meld that it forms, or the flaw that makes it invalid. */
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
  /** The hint shown on an empty table. `lays` is true if the viewer may lay tiles now. */
  empty?(lays: boolean): string;
  /** A zone's name, short enough to show above it. */
  zone(zone: string, tiles: number): string;
}
