/** The cause of a new table, as far as it is visible. */

export interface TableChange {
  /** The seat that acted: new tiles come from it, and taken tiles go to it. */
  readonly by?: number | undefined;
  /** `own` is true if the viewer acted, `over` if this ended the viewer's turn. */
  readonly own?: boolean;
  readonly over?: boolean;
  /** The number of tiles that each seat drew face down, by seat. */
  readonly drew?: readonly number[];
  /** True if a round begins and all seats are dealt tiles. */
  readonly dealt?: boolean;
}
