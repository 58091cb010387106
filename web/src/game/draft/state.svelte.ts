/** The draft as the page sees it: what lies, what is picked, and what can be done with it. */

import type { Fact, Meld, Table } from '../../table';
import { tileText } from '../../rules';
import type { Room } from '../room/room.svelte';
import { choices, type Choices } from './choices';
import { hasDiscards } from './law';

export class DraftState {
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
  /** How many tiles are picked up, wherever they lie. */
  held = $state.raw(0);
  private left = $state.raw(0);
  private last = $state.raw<string | null>(null);
  protected table = $state.raw<Table | null>(null);

  constructor(readonly room: Room) {}

  get options() {
    return this.room.view?.terms.options ?? {};
  }

  /** Whether turns end with a discard. */
  get discards(): boolean {
    const phase = this.room.game?.phase;
    return hasDiscards(this.options) || phase === 'draw' || phase === 'meld';
  }

  /** Whether an illegal table that is handed in costs a penalty: then the page refuses none itself. */
  get strict(): boolean {
    return this.options['invalid_play'] === 'penalty';
  }

  get choices(): Choices {
    const { game } = this.room;
    if (!game || !this.room.myTurn) return { first: null, others: [] };
    const { placed, touched, held, picked, left, last } = this;
    const forms = this.forming.length > 0;
    return choices(
      game,
      { placed, touched, forms, held, picked, left, last, faulty: this.facts.length > 0 },
      this.discards,
    );
  }

  /** Take over the state of the widget. */
  protected update(): void {
    const { table } = this;
    if (!table) return;
    this.placed = table.placed.length;
    this.touched = !table.untouched;
    this.canUndo = table.canUndo;
    this.canRedo = table.canRedo;
    this.facts = this.touched ? table.facts : [];
    this.selectionChanged();
  }

  protected selectionChanged(): void {
    const rack = [...(this.table?.rack ?? [])];
    this.left = rack.length;
    this.last = rack.length === 1 ? tileText(rack[0]!) : null;
    const picked = (this.table?.selected ?? []).filter((tile) => {
      const at = rack.indexOf(tile);
      if (at >= 0) rack.splice(at, 1);
      return at >= 0;
    });
    this.held = this.table?.selected.length ?? 0;
    this.picked = picked.map(tileText);
    this.forming = this.table?.forming ?? [];
    this.openingPoints = this.table?.openingPoints ?? null;
  }
}
