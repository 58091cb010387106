/** The boxes that a page assigns to the areas of a table. */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/**
 * The boxes of a table, in pixels from the upper left corner of the widget's element. If the page
 * provides them, the widget covers the entire table and draws tiles, melds and the contents of
 * zones over the page's felt, rack, pool and seats. Otherwise, the widget divides its element
 * itself.
 */
export interface Places {
  /** The felt, on which melds lie. */
  readonly felt: Rect;
  /** The width of tiles on the felt. If it is given, no room is left for more melds. */
  readonly tile?: number;
  /** True after the round: melds are centred on the felt, without room for more. */
  readonly middle?: boolean;
  /**
   * The rows of rack tiles, or null for a spectator. Each row has a ledge at its lower edge.
   * `largest` is the maximum tile width, which also applies to the table. By default it is the
   * width of tiles as high as a row.
   */
  readonly rack: (Rect & { readonly rows: number; readonly largest?: number | undefined }) | null;
  /** The boxes of the zones: `discard`, `trump`, `free`. */
  readonly zones: Readonly<Record<string, Rect>>;
  /** The pool. */
  readonly pool: Rect | null;
  /** The boxes of each seat's face-down tiles, by seat. Null for the viewer's own seat. */
  readonly seats: readonly (Rect | null)[];
}
