/** The texts that the widget needs, which its owner provides in the user's language. */

import type { Flaw, Meld, Tile } from '../rules';

/** The position and state of a tile, used to create its label. */
export interface TileLabel {
  readonly area: 'rack' | 'table' | 'zone';
  /** The zone's name, if the tile is in a zone. */
  readonly zone?: string;
  /**
   * The meld that contains the tile: its number, and the total number of melds. `at` is the tile's position in the
   * meld, and `of` is the number of tiles in the meld. All numbers count from 1.
   */
  readonly meld?: { readonly number: number; readonly of: number };
  readonly at: number;
  readonly of: number;
  /** The tile that a joker represents. If the joker is in a group, `asNumber` is the number it represents. */
  readonly as?: Tile;
  readonly asNumber?: number;
  readonly selected: boolean;
  /** True if the tile was placed this turn and can therefore return to the rack. */
  readonly placed: boolean;
  readonly locked: boolean;
  readonly valid: boolean;
  /** True if the tile was laid in the latest play. */
  readonly last: boolean;
  /** True if the tile has just been drawn. */
  readonly drawn: boolean;
  /** True if the tile was laid by a hint. */
  readonly hinted: boolean;
  /** True if another player laid the tile in a turn that is not finished yet. */
  readonly unfinished: boolean;
}

/** A pile, with the meld that it forms or the reason why it is invalid, used to create the pile's label. */
export interface MeldLabel {
  readonly number: number;
  readonly of: number;
  readonly meld: Meld | null;
  readonly flaw: Flaw | null;
  readonly points: number;
  readonly locked: boolean;
  /** True if the picked tile fits the meld, and this help is turned on. */
  readonly fits: boolean;
}

export interface Labels {
  tile(tile: Tile, where: TileLabel): string;
  meld(meld: MeldLabel): string;
  table(melds: number): string;
  rack(tiles: number): string;
  /** The hint shown on an empty table. *lays* is true if the viewer may currently lay tiles. */
  empty?(lays: boolean): string;
  /** The name shown above a zone. It must be short. */
  zone(zone: string, tiles: number): string;
}
