/** The visible cause of a change on the table. */

export interface TableChange {
  /** The seat that acted. New tiles come from this seat, and tiles that are taken fly to this seat. */
  readonly by?: number | undefined;
  /** `own` is true if the viewer acted, and `over` is true if this action ended the viewer's turn. */
  readonly own?: boolean;
  readonly over?: boolean;
  /** The number of tiles that each seat drew face down, by seat. */
  readonly drew?: readonly number[];
  /** True if a new round begins. Tiles are then dealt to all seats. */
  readonly dealt?: boolean;
}
