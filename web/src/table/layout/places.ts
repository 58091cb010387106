/** Where the parts of a table stand, as the page around the widget has laid them out. */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/**
 * All in pixels from the upper left corner of the widget's element. With places the widget covers
 * the whole table: it draws tiles, melds and what lies in the zones, and the page draws felt, rack,
 * pool and seats beneath it. Without places the widget divides its element itself.
 */
export interface Places {
  /** The felt, on which melds lie. */
  readonly felt: Rect;
  /** How wide tiles are on it, if there is no room kept for more melds. */
  readonly tile?: number;
  /** Whether the round is over: melds lie in the middle of the felt, and no room is kept for more. */
  readonly middle?: boolean;
  /**
   * Where the tiles of the rack stand, or null for a spectator; each of its rows has a ledge at its lower edge.
   * Tiles are at most so wide, on the table too; by default as wide as such that are as high as a row.
   */
  readonly rack: (Rect & { readonly rows: number; readonly largest?: number | undefined }) | null;
  /** What zones lie in: `discard`, `trump`, `free`. */
  readonly zones: Readonly<Record<string, Rect>>;
  /** The stack from which tiles are drawn. */
  readonly pool: Rect | null;
  /** The backs of each seat's tiles, by seat; null for the viewer's own, who has the rack. */
  readonly seats: readonly (Rect | null)[];
}
