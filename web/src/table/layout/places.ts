/** The parts of a table in the layout of the surrounding page. */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/**
 * In pixels from the upper left corner of the widget's element. With these boxes, the widget covers
 * the entire table: it draws tiles, melds and zone contents over the page's felt, rack, pool and seats.
 * Without them, the widget divides its element itself.
 */
export interface Places {
  /** The felt, where melds lie. */
  readonly felt: Rect;
  /** The tile width on the felt, without room for more melds. */
  readonly tile?: number;
  /** True after the round: melds are centred on the felt, without room for more. */
  readonly middle?: boolean;
  /**
   * The rows of rack tiles, or null for a spectator; each row has a ledge at its lower edge. `largest` is
   * the maximum tile width, also on the table; by default that of tiles as high as a row.
   */
  readonly rack: (Rect & { readonly rows: number; readonly largest?: number | undefined }) | null;
  /** The boxes of the zones: `discard`, `trump`, `free`. */
  readonly zones: Readonly<Record<string, Rect>>;
  /** The pool. */
  readonly pool: Rect | null;
  /** The backs of each seat's tiles, by seat; null for the viewer's own seat. */
  readonly seats: readonly (Rect | null)[];
}
