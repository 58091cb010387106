/** A rematch to which the viewer has agreed: it begins as soon as all who played sit at its table. */

import type { RoomMessage } from '../../net/client';
import type { RoomView } from '../../net/types';
import { command, watch } from '../../net/connection.svelte';

export class Rematch {
  /** Who has not agreed yet, by name. */
  missing = $state.raw<readonly string[]>([]);
  private view: RoomView | null = null;

  constructor(
    /** The table of the rematch. */
    private readonly id: string,
    /** The names of the people who played. */
    private readonly people: readonly string[],
    /** The table can be opened: the match begins, or there is no seat for the viewer. */
    private readonly begin: () => void,
    /** The table was closed: nothing comes of it. */
    private readonly closed: () => void,
  ) {}

  /** Sit down, and wait for the others; returns how to stop. */
  follow(): () => void {
    return watch(this.id, (message) => this.receive(message));
  }

  private receive(message: RoomMessage): void {
    if (message.type === 'fault') return this.begin();
    if (message.type !== 'snapshot' && message.type !== 'update') return;
    this.view = { ...this.view, ...message.table } as RoomView;
    const { phase, seats } = this.view;
    if (phase === 'closed') return this.closed();
    if (phase !== 'waiting') return this.begin();
    this.missing = this.people.filter((name) => !seats.some((seat) => seat.kind === 'person' && seat.name === name));
    if (message.type === 'snapshot' && message.seat === null) void this.sit();
  }

  private async sit(): Promise<void> {
    const reply = await command({ type: 'control', room: this.id, what: 'sit' });
    if (reply.type !== 'answer' || reply.status !== 'ok') this.begin();
  }
}
