/** The draft as the game's components and actions see it. */

import type { Fact, Meld, Table } from '../../table';
import { tileText, without } from '../../rules';

export interface DraftView extends Selection {
  /** The number of tiles placed in this turn. */
  readonly placed: number;
  /** True if the table has changed since the turn began or, if a play was made, since that play. */
  readonly touched: boolean;
  readonly canUndo: boolean;
  /** The errors in the draft that the web client can detect by itself. */
  readonly facts: readonly Fact[];
}

/** The tiles that are picked, and the rest of the rack. */
interface Selection {
  /** The number of picked tiles, whether they are from the rack or the table. */
  readonly held: number;
  /** The picked tiles that are from the rack, in notation. */
  readonly picked: readonly string[];
  /** True if the joker rules lock a meld that contains a picked tile. */
  readonly locked: boolean;
  /** The melds that the picked tiles form. */
  readonly forming: readonly Meld[];
  /** The points of the initial melds, including melds that the picked tiles form; null once the player has opened. */
  readonly openingPoints: number | null;
  /** `left` is the number of tiles left on the rack. If there is just one, `last` is this tile in notation. */
  readonly left: number;
  readonly last: string | null;
}

export const NO_DRAFT: DraftView = {
  placed: 0,
  touched: false,
  canUndo: false,
  facts: [],
  held: 0,
  picked: [],
  locked: false,
  forming: [],
  openingPoints: null,
  left: 0,
  last: null,
};

/** Return the current selection in the widget. */
export function selectionOf({ rack, selected, locked, forming, openingPoints }: Table): Selection {
  return {
    held: selected.length,
    picked: without(selected, without(selected, rack)).map(tileText),
    locked,
    forming,
    openingPoints,
    left: rack.length,
    last: rack.length === 1 ? tileText(rack[0]!) : null,
  };
}

/** Return a view of the draft in the widget. */
export const draftOf = (table: Table): DraftView => ({
  placed: table.placed.length,
  touched: !table.untouched,
  canUndo: table.canUndo,
  facts: table.untouched ? [] : table.facts,
  ...selectionOf(table),
});
