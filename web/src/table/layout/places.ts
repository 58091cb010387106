/** The boxes that a page provides for the parts of a table. */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/**
 * The boxes for a table, in pixels relative to the upper left corner of the widget's element. If the owner
 * provides them, the widget covers the entire table and draws tiles, melds and the contents of zones on top of the
 * owner's felt, rack, pool and seats. Otherwise, the widget divides its own element.
 */
export interface Places {
  /** The box for the felt, which contains the melds. */
  readonly felt: Rect;
  /** The width of tiles on the felt. If it is given, only the existing melds get room. */
  readonly tile?: number;
  /** True after the round. The melds are then centred on the felt, without room for additional ones. */
  readonly middle?: boolean;
  /**
   * The box for the rack, or null for a spectator. Each row of the rack has a ledge at the bottom. `largest` is
   * the maximum tile width on the rack and the table, by default the width of a tile that is as high as a row.
   * `slots` is the number of tiles to leave room for, by default all tiles that came from the rack. If `packed`,
   * tiles that were placed on the table have no slots on the rack.
   */
  readonly rack:
    | (Rect & {
        readonly rows: number;
        readonly largest?: number | undefined;
        readonly slots?: number;
        readonly packed?: boolean;
      })
    | null;
  /** The boxes of the zones, named `discard`, `trump` and `free`. */
  readonly zones: Readonly<Record<string, Rect>>;
  /** The pool. */
  readonly pool: Rect | null;
  /** The box around the face-down tiles of each seat, by seat. Null for the viewer's own seat. */
  readonly seats: readonly (Rect | null)[];
}
