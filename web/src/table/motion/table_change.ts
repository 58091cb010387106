/** What led to a new table, as far as it can be seen moving. */

export interface TableChange {
  /** The seat that acted: new tiles come from its place, and those it took go there. */
  readonly by?: number | undefined;
  /** Whether it was the viewer, and whether the viewer's turn is over with it. */
  readonly own?: boolean;
  readonly over?: boolean;
  /** How many tiles each seat drew face down, by seat. */
  readonly drew?: readonly number[];
  /** Whether a round begins, with tiles for all seats. */
  readonly dealt?: boolean;
}
