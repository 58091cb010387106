/** The draft as the page shows it: a reactive copy of what the widget holds. */

import type { Fact, Meld, Table } from '../../table';
import { tileText } from '../../rules';

export class ShownDraft {
  /** How many tiles were placed in this turn. */
  placed = $state.raw(0);
  /** Whether the table is not as it was when the turn began. */
  touched = $state.raw(false);
  canUndo = $state.raw(false);
  canRedo = $state.raw(false);
  /** What is wrong with the draft, as far as the browser can see it. */
  facts = $state.raw<readonly Fact[]>([]);
  /** The tiles of the rack that are picked up, in notation. */
  picked = $state.raw<readonly string[]>([]);
  /** The melds that the picked tiles form. */
  forming = $state.raw<readonly Meld[]>([]);
  /** The points of the first melds with what is picked, or null if none are needed. */
  openingPoints = $state.raw<number | null>(null);
  /** How many tiles are picked up, from the rack or the table. */
  held = $state.raw(0);
  /** How many tiles are left on the rack. */
  left = $state.raw(0);
  /** The only tile left on the rack, in notation. */
  last = $state.raw<string | null>(null);

  /** Take over the draft of the widget. */
  take(table: Table): void {
    this.placed = table.placed.length;
    this.touched = !table.untouched;
    this.canUndo = table.canUndo;
    this.canRedo = table.canRedo;
    this.facts = this.touched ? table.facts : [];
    this.takeSelection(table);
  }

  /** Take over what is picked up. */
  takeSelection(table: Table): void {
    const rack = [...table.rack];
    this.left = rack.length;
    this.last = rack.length === 1 ? tileText(rack[0]!) : null;
    const picked = table.selected.filter((tile) => {
      const at = rack.indexOf(tile);
      if (at >= 0) rack.splice(at, 1);
      return at >= 0;
    });
    this.held = table.selected.length;
    this.picked = picked.map(tileText);
    this.forming = table.forming;
    this.openingPoints = table.openingPoints;
  }
}
