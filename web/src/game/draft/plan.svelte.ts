/** Shows another player's unfinished table, together with the viewer's plan unless it is hidden. */

import type { Table } from '../../table';
import type { Room } from '../room/room.svelte';

export class Plan {
  /** True if the viewer's plan is shown on another player's table. */
  shown = $state.raw(true);
  private live = '';

  /** Forget the last table that was shown, so that the next one is shown even if it is the same. */
  forget(): void {
    this.live = '';
  }

  /**
   * Show the melds in another player's preview, or the actual table if *preview* is null. If *planner* is true,
   * the viewer's own plan is shown on top.
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
