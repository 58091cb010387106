/** The draft as the page shows it and its actions follow from it. */

import type { Fact, Meld, Table } from '../../table';
import { tileText, without } from '../../rules';

export interface DraftView extends Selection {
  /** How many tiles were placed in this turn. */
  readonly placed: number;
  /** Whether the table is not as it was when the turn, or its last play, began. */
  readonly touched: boolean;
  readonly canUndo: boolean;
  /** What is wrong with the draft, as far as the browser can see it. */
  readonly facts: readonly Fact[];
}

/** What is picked up, and what is left on the rack. */
interface Selection {
  /** How many tiles are picked up, from the rack or the table. */
  readonly held: number;
  /** The tiles of the rack that are picked up, in notation. */
  readonly picked: readonly string[];
  /** The melds that the picked tiles form. */
  readonly forming: readonly Meld[];
  /** The points of the first melds with what is picked, or null if none are needed. */
  readonly openingPoints: number | null;
  /** How many tiles are left on the rack, and the only one in notation. */
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

/** What is picked up in the widget. */
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

/** The draft of the widget. */
export const draftOf = (table: Table): DraftView => ({
  placed: table.placed.length,
  touched: !table.untouched,
  canUndo: table.canUndo,
  facts: table.untouched ? [] : table.facts,
  ...selectionOf(table),
});
