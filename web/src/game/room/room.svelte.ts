/** One table as this page knows it: what the server told, in order, and what to say about it. */

import type { ClockView, Entry, GameView, RoomView } from '../../net/types';
import type { RoomMessage } from '../../net/client';
import { hasMoved } from '../../net/identity';
import { command, errorText, connection } from '../../net/connection.svelte';
import { coded, t, worded } from '../../text/messages/index.svelte';
import { retract, announce, toast } from '../../device/announce.svelte';
import { showNotification, title } from '../../device/notification';
import { sound } from '../../device/sound';
import { afterPaint } from '../../device/after_paint';
import { reasonTexts } from '../../text/refusal';
import { nameOf, personName, type Seating } from '../../text/names';
import { takeSeatRequest } from './sit';

export interface Line {
  seq: number;
  text: string;
  seat: number | null;
}

export interface Said {
  name: string;
  text: string;
  seat: number | null;
}

export interface Shown {
  id: number;
  seat: number;
  reaction: string;
}

const NO_CLOCK: ClockView = { turn_ms: null, left_ms: null, reserve_ms: [], running: false, by_days: false };
const LINES = 300;

export class Room {
  state = $state.raw<'loading' | 'there' | 'missing'>('loading');
  missing = $state.raw('');
  seat = $state.raw<number | null>(null);
  version = $state.raw(0);
  view = $state.raw<RoomView | null>(null);
  game = $state.raw<GameView | null>(null);
  clock = $state.raw<ClockView>(NO_CLOCK);
  /** When the clock was told, as performance.now() counts. */
  clockAt = $state.raw(0);
  watching = $state.raw(0);
  preview = $state.raw<{ seat: number; rows: string[][]; rack: number } | null>(null);
  chat = $state.raw<Said[]>([]);
  unread = $state.raw(0);
  log = $state.raw<Line[]>([]);
  reactions = $state.raw<Shown[]>([]);
  private stop: (() => void) | null = null;
  private shown = 0;
  private sealed = '';

  constructor(readonly id: string) {}

  /** Begin to follow the table; returns how to stop. */
  follow(): () => void {
    this.stop = connection().watch(this.id, (message) => this.take(message));
    return () => {
      this.stop?.();
      title(t('app.name'));
    };
  }

  get mine(): boolean {
    return this.seat !== null;
  }

  /** Whether it is the viewer's turn, in a game that goes on. */
  get myTurn(): boolean {
    return this.mine && this.view?.phase === 'playing' && this.game?.to_move === this.seat && !this.game.result;
  }

  /** How the viewer gets back into the game, if somebody else has to let it go on. */
  get wayBack(): 'take_back' | 'resume' | null {
    const seat = this.view?.seats[this.seat ?? -1];
    if (!seat || !['playing', 'paused'].includes(this.view!.phase)) return null;
    if (seat.stood_in && !seat.resigned) return 'take_back';
    return this.view!.phase === 'paused' && !this.view!.proposal ? 'resume' : null;
  }

  get isHost(): boolean {
    return this.seat !== null && this.view?.host === this.seat;
  }

  get seating(): Seating {
    return { seats: this.view?.seats ?? [], me: this.seat };
  }

  nameOf(seat: number | null): string {
    return nameOf(this.seating, seat);
  }

  /** Do something with the table itself. Returns whether it was done. */
  async control(
    what: import('../../net/types').Control['what'],
    more: { seat?: number; level?: string; contribution?: string } = {},
  ): Promise<boolean> {
    const reply = await command({ type: 'control', room: this.id, what, ...more });
    if (reply.type === 'answer' && reply.status === 'refused') {
      toast(await reasonTexts(reply.reasons), 'bad');
    }
    return reply.type === 'answer' && reply.status === 'ok';
  }

  private take(message: RoomMessage): void {
    switch (message.type) {
      case 'snapshot':
        if (this.mine && message.seat === null && hasMoved()) {
          this.state = 'missing';
          return;
        }
        this.state = 'there';
        this.seat = message.seat;
        this.stand(message);
        this.chat = message.chat.map(({ name, text, seat }) => ({ name, text, seat }));
        void this.recall(message.log ?? []);
        if (this.seat === null && message.table.phase === 'waiting' && takeSeatRequest(this.id)) {
          if (message.table.seats.some((seat) => seat.kind === 'open')) void this.control('sit');
        }
        this.preview = null;
        if (message.preview && message.game) {
          this.preview = { seat: message.game.to_move, rows: message.preview, rack: 0 };
        }
        return;
      case 'update': {
        const was = this.game;
        if (message.seat !== undefined) this.seat = message.seat;
        if (message.entries.length) this.preview = null;
        // what an update leaves out is as it was
        const game = message.game ? ({ ...was, ...message.game } as GameView) : was;
        const table = { ...this.view, ...message.table } as RoomView;
        this.stand({ ...message, table, game });
        this.happened(message.entries, was);
        return;
      }
      case 'presence':
        this.watching = message.watching;
        this.setClock(message.clock);
        if (this.view) this.view = { ...this.view, seats: message.seats };
        return;
      case 'preview':
        if (message.version === this.version && message.seat !== this.seat) {
          this.preview = { seat: message.seat, rows: message.rows, rack: message.rack };
        }
        return;
      case 'chat':
        this.chat = [...this.chat.slice(-199), { name: message.name, text: message.text, seat: message.seat }];
        if (message.seat === null || message.seat !== this.seat) {
          this.unread++;
          sound('chat');
          announce(`${personName(message.name)}: ${message.text}`);
        }
        return;
      case 'reaction':
        this.react(message.seat, message.reaction);
        return;
      case 'fault':
        if (this.state === 'loading' || message.code === 'no_such_room') {
          this.missing = errorText(message.code, message.message);
          this.state = 'missing';
        } else if (message.code !== 'not_allowed') toast(errorText(message.code, message.message), 'bad');
        // without a command that is said of a preview only, for which nobody has asked
        return;
      default:
        return;
    }
  }

  private stand(told: { version: number; table: RoomView; game: GameView | null; clock: ClockView }): void {
    const wasMine = this.myTurn;
    this.version = told.version;
    this.view = told.table;
    this.game = told.game;
    this.setClock(told.clock);
    this.seal();
    this.showTurn(wasMine);
  }

  private setClock(clock: ClockView): void {
    this.clock = clock;
    this.clockAt = performance.now();
  }

  /** Add our own chance to the shuffle as soon as it is asked for. */
  private seal(): void {
    const view = this.view;
    if (!view || this.seat === null || view.phase !== 'sealing' || view.seats[this.seat]?.ready) return;
    const promise = view.shuffles.at(-1)?.commitment ?? '';
    if (this.sealed === promise) return;
    this.sealed = promise;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const contribution = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    void this.control('ready', { contribution });
  }

  private showTurn(wasMine: boolean): void {
    const name = this.view?.terms.title || t('app.name');
    title(name, this.myTurn ? t('turn.yours') : null);
    if (wasMine && !this.myTurn) retract();
    if (wasMine || !this.myTurn) return;
    sound('turn');
    announce(t('aria.turn.yours'), 'assertive');
    showNotification(t('notify.title'), t('notify.text', { title: name }));
  }

  private happened(entries: readonly Entry[], was: GameView | null): void {
    void this.tellOf(entries);
    if (this.game?.result && !was?.result) {
      sound(this.seat !== null && this.game.result.winner === this.seat ? 'won' : 'over');
    } else if (entries.some((entry) => entry.table)) sound('lay');
    else if (entries.some((entry) => entry.actions?.some((action) => action.startsWith('draw')))) sound('draw');
  }

  private async tellOf(entries: readonly Entry[]): Promise<void> {
    const lines = await this.linesOf(entries);
    if (!lines.length) return;
    this.log = [...this.log, ...lines].sort((a, b) => a.seq - b.seq).slice(-LINES);
    announce(lines.map((line) => line.text).join(' '));
  }

  /** Fill the log with what happened before, without a word. */
  private async recall(entries: readonly Entry[]): Promise<void> {
    const lines = await this.linesOf(entries);
    const newer = this.log.filter((line) => line.seq > (entries.at(-1)?.seq ?? -1));
    this.log = [...lines, ...newer].slice(-LINES);
  }

  private async linesOf(entries: readonly Entry[]): Promise<Line[]> {
    await afterPaint();
    const { entryTexts } = await worded(import('../../text/events'));
    return entries.flatMap((entry) =>
      entryTexts(entry, this.seating).map((text) => ({ seq: entry.seq, text, seat: entry.seat ?? null })),
    );
  }

  private react(seat: number, reaction: string): void {
    const id = this.shown++;
    this.reactions = [...this.reactions, { id, seat, reaction }];
    setTimeout(() => (this.reactions = this.reactions.filter((each) => each.id !== id)), 4000);
    if (seat !== this.seat) announce(`${this.nameOf(seat)}: ${coded('react', reaction, {}, reaction)}`);
  }
}
