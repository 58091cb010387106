/** The draft as seen by the components and actions of the game. */

import type { Fact, Meld, Table } from '../../table';
import { tileText, without } from '../../rules';

export interface DraftView extends Selection {
  /** The number of tiles placed this turn. */
  readonly placed: number;
  /** True if the table has changed since the turn began or, after a play, since that play. */
  readonly touched: boolean;
  readonly canUndo: boolean;
  /** The errors of the draft that the web client can detect. */
  readonly facts: readonly Fact[];
}

/** The picked tiles, and the rest of the rack. */
interface Selection {
  /** The number of picked tiles, from rack or table. */
  readonly held: number;
  /** The picked rack tiles, in notation. */
  readonly picked: readonly string[];
  /** The melds that the picked tiles form. */
  readonly forming: readonly Meld[];
  /** The points of the first melds, including those that the picked tiles form, or null after the opening. */
  readonly openingPoints: number | null;
  /** `left` is the number of tiles left on the rack. If there is only one, `last` is that tile in notation. */
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
  forming: [],
  openingPoints: null,
  left: 0,
  last: null,
};

/** The selection in the widget. */
export function selectionOf({ rack, selected, forming, openingPoints }: Table): Selection {
  return {
    held: selected.length,
    picked: without(selected, without(selected, rack)).map(tileText),
    forming,
    openingPoints,
    left: rack.length,
    last: rack.length === 1 ? tileText(rack[0]!) : null,
  };
}

/** Return the view of the widget's draft. */
export const draftOf = (table: Table): DraftView => ({
  placed: table.placed.length,
  touched: !table.untouched,
  canUndo: table.canUndo,
  facts: table.untouched ? [] : table.facts,
  ...selectionOf(table),
});
