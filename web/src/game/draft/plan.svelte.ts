/** Shows on the table what another player lays, with one's own plan on it unless that is hidden. */

import type { Table } from '../../table';
import type { Room } from '../room/room.svelte';

export class Plan {
  /** Whether one's own plan lies on what another player shows. */
  shown = $state.raw(true);
  private live = '';

  /** Forget what was shown, so that it is shown once more. */
  forget(): void {
    this.live = '';
  }

  /** Show the melds of another player, none for null; a *planner* sees the own plan on them. */
  show(table: Table, preview: Room['preview'], planner: boolean): void {
    const planned = this.shown && planner;
    const live = JSON.stringify([preview?.rows, planned]);
    if (live === this.live) return; // what was done since on the same table is kept
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
