/** Requests hints at three levels, and shows a hint at the third level step by step on the table. */

import type { HintAnswer } from '../../net/types';
import type { Table } from '../../table';
import { toast } from '../../device/announce.svelte';
import { command } from '../../net/connection.svelte';
import { reducedMotion } from '../../device/settings.svelte';
import type { Room } from '../room/room.svelte';
import { reasonTexts } from '../../text/refusal';

const STEP_TIME = 2200; // time to read a step and see it on the table, in milliseconds

export class Hints {
  given = $state.raw<HintAnswer | null>(null);
  waiting = $state.raw(false);
  step = $state.raw(-1);
  /**
   * True if a hint or the teacher has found a play in this turn. The main button is then not highlighted until the
   * player begins a play.
   */
  plays = $state.raw(false);
  /** The last advice that the player was given by a hint or the teacher, its turn, and whether a hint laid it. */
  last: (Pick<HintAnswer, 'advice' | 'tiles'> & { readonly turn: number | undefined; laid?: boolean }) | null =
    null;
  /** The number of the closed hand that the viewer aims for, or 0. */
  target = 0;
  private request = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly room: Room,
    private readonly table: () => Table | null,
  ) {}

  /** Request a hint at the given level, by default the level after the last hint. */
  async ask(level = Math.min(3, (this.given?.level ?? 0) + 1)): Promise<void> {
    const { room } = this;
    if (this.step >= 0) this.stop();
    const request = ++this.request;
    this.waiting = true;
    const { target } = this;
    const reply = await command({ type: 'ask_hint', room: room.id, version: room.version, level, target });
    if (request !== this.request) return; // the table changed in between
    this.waiting = false;
    if (reply.type === 'hint') {
      this.given = reply;
      this.last = { ...reply, turn: room.game?.turn };
      this.table()?.mark(reply.tiles);
      if (level === 3 && reply.steps.length) this.walk(0);
    } else if (reply.type === 'answer') toast(await reasonTexts(reply.reasons), 'bad');
  }

  /** Handle a press of the lamp button: show the next hint, or close the hint if it was the last. */
  press(): void {
    const { given } = this;
    if (this.waiting) return;
    if (given && (given.advice !== 'play' || given.level > 2)) this.stop();
    else void this.ask();
  }

  /** Show the table after the given step of the hint. Unless motion is reduced, continue with the next steps. */
  private walk(step: number): void {
    this.show(step);
    if (reducedMotion() || step + 1 >= this.given!.steps.length) return;
    this.timer = setTimeout(() => this.walk(step + 1), STEP_TIME);
  }

  /** Show the table after the given step of the hint. */
  show(step: number): void {
    clearTimeout(this.timer);
    const shown = this.given?.steps[step];
    if (!shown) return;
    this.step = step;
    if (shown.rows)
      this.table()?.watch(
        shown.rows.filter((row) => row.length > 0).map((row) => row.join(' ')),
        { own: true },
      );
  }

  /** Lay the play that the hint suggests. */
  lay(): void {
    const after = this.given?.after;
    const table = this.table();
    this.stop();
    if (!after || !table) return;
    if (!table.untouched) table.reset();
    table.restore(after);
    this.last!.laid = true;
  }

  stop(): void {
    this.request++;
    this.waiting = false;
    if (!this.given) return;
    clearTimeout(this.timer);
    this.given = null;
    this.step = -1;
    this.table()?.mark([]);
    this.table()?.watch(null);
  }
}
