/** Shows another player's unfinished table, together with the viewer's plan unless that is hidden. */

import type { Table } from '../../table';
import type { Room } from '../room/room.svelte';

export class Plan {
  /** True while the viewer's plan is shown on another player's table. */
  shown = $state.raw(true);
  private live = '';

  /** Reset the state, so that the next table is shown again. */
  forget(): void {
    this.live = '';
  }

  /**
   * Show another player's melds, or return to the table if null. If *planner*, the viewer's own
   * plan is shown on them.
   */
  show(table: Table, preview: Room['preview'], planner: boolean): void {
    const planned = this.shown && planner;
    const live = JSON.stringify([preview?.rows, planned]);
    if (live === this.live) return; // keep changes made on the same table
    this.live = live;
    const melds = preview && preview.rows.filter((row) => row.length > 0).map((row) => row.join(' '));
    try {
      const how = preview ? { by: preview.seat } : {};
      table.watch(planned ? null : melds, how);
      table.plan(planned ? melds : null, how);
    } catch {
      table.watch(null);
      table.plan(null);
    }
  }
}
