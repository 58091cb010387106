/** The visible cause of a new table. */

export interface TableChange {
  /** The seat that acted: new tiles come from it, and taken tiles go to it. */
  readonly by?: number | undefined;
  /** `own`: the viewer acted; `over`: this ended the viewer's turn. */
  readonly own?: boolean;
  readonly over?: boolean;
  /** The number of tiles that each seat drew face down, by seat. */
  readonly drew?: readonly number[];
  /** True if a round begins, with tiles for all seats. */
  readonly dealt?: boolean;
}
