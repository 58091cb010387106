/** A rematch that the viewer has accepted. It starts once all players have joined its table. */

import type { RoomMessage } from '../../net/client';
import type { RoomView } from '../../net/types';
import { command, watch } from '../../net/connection.svelte';
import { address, go } from '../../device/router.svelte';
import { hasCompany } from '../ending/explain';
import { ASKS } from './rematch_path';
import type { Room } from './room.svelte';

export class Rematch {
  /** True once the viewer has accepted the rematch. */
  agreed = $state.raw(false);
  /**
   * The names of the other players until the first one accepts. Empty after that, because players may have
   * different names at the new table.
   */
  missing = $state.raw<readonly string[]>([]);
  /** True if the viewer may have a rematch. */
  readonly possible = $derived.by(() => {
    const { played, view } = this.room;
    return played !== null && view!.phase === 'over' && (view!.next_room !== null || hasCompany(view!, played));
  });
  /** The name in an open rematch offer by another player, or an empty string. */
  readonly asked = $derived.by(() => {
    const { played, view } = this.room;
    const by = view!.rematch_by;
    return this.possible && !this.agreed && by !== null && by !== played ? this.room.nameOf(by) : '';
  });
  private readonly table = $derived.by(() => (this.agreed ? this.room.view!.next_room : null));
  private view: RoomView | null = null;
  private seat: number | null = null;

  constructor(
    /** The room where the finished match was played. */
    private readonly room: Room,
  ) {}

  /** Accept the rematch. */
  async agree(): Promise<void> {
    this.agreed = await this.room.control('rematch');
  }

  /** Decline the rematch that another player has requested, or withdraw the viewer's own request. */
  async decline(): Promise<void> {
    if (await this.room.control('decline')) this.agreed = false;
  }

  /** Accept the rematch if the viewer followed a link to it, as returned by `rematchPath`. */
  agreeIfLinked(): void {
    const { pathname, search } = address();
    if (search !== ASKS) return;
    history.replaceState(history.state, '', pathname);
    if (this.room.view!.phase === 'over' && this.room.played !== null) void this.agree();
  }

  /**
   * Once the viewer has accepted, sit down at the rematch table, wait for the other players, and then open that table.
   * Returns a function that stops following the rematch.
   */
  follow(): (() => void) | void {
    const table = this.table;
    if (!table) return;
    this.view = null;
    this.missing = [];
    return watch(table, (message) => this.receive(message, table));
  }

  private receive(message: RoomMessage, table: string): void {
    const begin = (): void => go(`/t/${encodeURIComponent(table)}`);
    if (message.type === 'fault') return begin();
    if (message.type !== 'snapshot' && message.type !== 'update') return;
    this.view = { ...this.view, ...message.table } as RoomView;
    if (message.seat !== undefined) this.seat = message.seat;
    const { phase, seats } = this.view;
    if (phase === 'closed') return void (this.agreed = false);
    if (phase !== 'waiting') return begin();
    const others = this.room.view!.seats.filter((seat, i) => seat.kind === 'person' && i !== this.room.played);
    const open = seats.filter((seat) => seat.kind === 'open').length - (this.seat === null ? 1 : 0);
    this.missing = open === others.length ? others.map(({ name }) => name) : [];
    if (message.type === 'snapshot' && message.seat === null) void this.sit(table, begin);
  }

  /** Sit down at the rematch table. If that fails, for example because the table is full, open it anyway. */
  private async sit(room: string, begin: () => void): Promise<void> {
    const reply = await command({ type: 'control', room, what: 'sit' });
    if (reply.type !== 'answer' || reply.status !== 'ok') begin();
  }
}
