/** The room's current state, updated by messages from the server. Changes are announced to screen readers. */

import type { ClockView, Control, Entry, GameView, RoomView, SeatView } from '../../net/types';
import type { RoomMessage } from '../../net/client';
import { command, errorText, watch } from '../../net/connection.svelte';
import { hasMoved } from '../../net/identity';
import { announce, retract, toast } from '../../device/announce.svelte';
import { afterPaint } from '../../device/after_paint';
import { hasServer } from '../../device/own_games';
import { title } from '../../device/title';
import { settings } from '../../device/settings.svelte';
import { sound } from '../../device/sound';
import { coded, t, withPagesText } from '../../text/messages.svelte';
import { nameOf, personName, type Seating } from '../../text/names';
import { reasonTexts } from '../../text/refusal';
import { takeSeatRequest } from './auto_join';
import type { ChatLine, LogLine } from './log_lines';

/** A reaction or chat line that is shown at a seat for a few seconds. */
export interface Reaction {
  id: number;
  seat: number;
  reaction: string;
  text?: string;
  /** True for a line of a computer player. A tap on it silences them. */
  quiet?: boolean;
}

/** Load what computer players say. */
export const computerLines = () => import('../seats/lines');
const lines = () => withPagesText(import('./log_lines'));
const NO_CLOCK: ClockView = { turn_ms: null, left_ms: null, reserve_ms: [], running: false, by_days: false };
const LOG_LINES = 300;
const CHAT_LINES = 200;
const REACTION_TIME = 4000; // milliseconds

export class Room {
  state = $state.raw<'loading' | 'there' | 'missing'>('loading');
  /** The reason why the room cannot be shown. */
  missing = $state.raw('');
  /** The viewer's seat, or null for a spectator. */
  seat = $state.raw<number | null>(null);
  /** The seat that the viewer gave up. */
  gaveUp = $state.raw<number | null>(null);
  version = $state.raw(0);
  view = $state.raw<RoomView | null>(null);
  game = $state.raw<GameView | null>(null);
  clock = $state.raw<ClockView>(NO_CLOCK);
  /** The value of `performance.now()` when the clock was received. */
  clockAt = $state.raw(0);
  watching = $state.raw(0);
  /** The unfinished play of the player whose turn it is. */
  preview = $state.raw<{ seat: number; rows: string[][]; rack: number } | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state.raw(0);
  log = $state.raw<LogLine[]>([]);
  /** The entries from the latest update. */
  news = $state.raw<readonly Entry[]>([]);
  reactions = $state.raw<Reaction[]>([]);
  private stop: (() => void) | null = null;
  private reactionCount = 0;
  private contributedTo = '';

  constructor(readonly id: string) {}

  /** Start following the room. Returns a function that stops it. */
  follow(): () => void {
    this.stop = watch(this.id, (message) => this.receive(message));
    return () => {
      this.stop?.();
      title(t('app.name'));
    };
  }

  /** The viewer's seat, or the seat that the viewer gave up. */
  get played(): number | null {
    return this.seat ?? this.gaveUp;
  }

  /** True if the viewer has a seat. */
  get mine(): boolean {
    return this.seat !== null;
  }

  /** True if it is the viewer's turn in a running round, and the viewer's rack is shown. */
  get myTurn(): boolean {
    const { game } = this;
    return !!game?.rack && this.view?.phase === 'playing' && game.to_move === this.seat && !game.result;
  }

  /** The seat addressed as “you”. Null for spectators, and if several players share this device. */
  get me(): number | null {
    return this.view?.seats.some(({ local }) => local) ? null : this.seat;
  }

  /** The command that returns the viewer to a game that is paused or that a computer is playing for them. */
  get returnControl(): 'take_back' | 'resume' | null {
    const seat = this.view?.seats[this.seat ?? -1];
    if (!seat || !['playing', 'paused'].includes(this.view!.phase)) return null;
    if (seat.stood_in && !seat.resigned) return 'take_back';
    return this.view!.phase === 'paused' && !this.view!.proposal ? 'resume' : null;
  }

  get isHost(): boolean {
    return this.seat !== null && this.view?.host === this.seat;
  }

  get seating(): Seating {
    return { seats: this.view?.seats ?? [], me: this.me ?? this.gaveUp };
  }

  nameOf(seat: number | null): string {
    return nameOf(this.seating, seat);
  }

  /** Send a room command. If it is refused, show the reasons. Returns whether the command succeeded. */
  async control(
    what: Control['what'],
    more: Partial<Pick<Control, 'seat' | 'level' | 'contribution' | 'terms'>> = {},
  ): Promise<boolean> {
    const reply = await command({ type: 'control', room: this.id, what, ...more });
    if (reply.type === 'answer' && reply.status === 'refused') {
      toast(await reasonTexts(reply.reasons), 'bad');
    }
    return reply.type === 'answer' && reply.status === 'ok';
  }

  private receive(message: RoomMessage): void {
    switch (message.type) {
      case 'snapshot':
        if (this.mine && message.seat === null && hasMoved()) {
          this.state = 'missing';
          return;
        }
        this.state = 'there';
        this.gaveUp = message.gave_up;
        this.update(message);
        this.chat = message.chat.map(({ name, text, seat, version }) => ({ name, text, seat, version }));
        void this.fillLog(message.log ?? []);
        if (this.seat === null && message.table.phase === 'waiting' && takeSeatRequest(this.id)) {
          if (message.table.seats.some((seat) => seat.kind === 'open')) void this.control('sit');
        }
        this.preview = null;
        if (message.preview && message.game) {
          this.preview = { seat: message.game.to_move, rows: message.preview, rack: 0 };
        }
        return;
      case 'update': {
        const { game: before, view: was } = this;
        if (message.entries.length) this.preview = null;
        this.news = message.entries;
        // updates contain only the fields that changed
        const game = message.game ? ({ ...before, ...message.game } as GameView) : before;
        const table = { ...was, ...message.table } as RoomView;
        this.update({ ...message, table, game });
        this.report(message.entries, was?.seats);
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
        this.addChat({ name: message.name, text: message.text, seat: message.seat, version: message.version });
        return;
      case 'reaction':
        this.addReaction(message.seat, message.reaction);
        return;
      case 'fault':
        if (this.state === 'loading' || message.code === 'no_such_room') {
          this.missing = errorText(message.code, message.message);
          this.state = 'missing';
        } else if (message.code !== 'not_allowed') toast(errorText(message.code, message.message), 'bad');
        // a `not_allowed` error without a command id is about a preview, and needs no reply
        return;
      default:
        return;
    }
  }

  private update(message: {
    version: number;
    seat?: number | null;
    table: RoomView;
    game: GameView | null;
    clock: ClockView;
  }): void {
    const { seat, table } = message;
    if (seat !== undefined) {
      // the message that the viewer gave up the seat may arrive only after a reconnect
      if (seat === null && this.seat !== null && table.seats[this.seat]?.resigned) this.gaveUp = this.seat;
      this.seat = seat;
    }
    const wasMyTurn = this.myTurn;
    this.version = message.version;
    this.game = this.withRack(message.game, table.round);
    this.view = table;
    this.setClock(message.clock);
    this.contribute();
    this.announceTurn(wasMyTurn);
  }

  /** Return the game with the rack that the viewer had before giving up, as long as its round lasts. */
  private withRack(game: GameView | null, round: number): GameView | null {
    if (!game || this.gaveUp === null) return game;
    const had = this.view?.round === round && this.game?.rack;
    return { ...game, rack: had || (game.result?.racks[this.gaveUp] ?? null) };
  }

  private setClock(clock: ClockView): void {
    this.clock = clock;
    this.clockAt = performance.now();
  }

  /** Contribute random bytes to the shuffle when the server requests them: none if the server is in this browser. */
  private contribute(): void {
    const view = this.view;
    if (!view || this.seat === null || view.phase !== 'sealing' || view.seats[this.seat]?.ready) return;
    const commitment = view.shuffles.at(-1)?.commitment ?? '';
    if (this.contributedTo === commitment) return;
    this.contributedTo = commitment;
    const bytes = crypto.getRandomValues(new Uint8Array(hasServer ? 16 : 0));
    const contribution = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    void this.control('ready', { contribution });
  }

  private announceTurn(wasMyTurn: boolean): void {
    const name = this.view?.terms.title || t('app.name');
    title(name, this.myTurn ? t('turn.yours') : null);
    if (wasMyTurn && !this.myTurn) retract();
    if (wasMyTurn || !this.myTurn) return;
    sound('turn');
    announce(t('aria.turn.yours'), 'assertive');
    if (document.hidden)
      void import('../../device/notification').then(({ showNotification }) =>
        showNotification(t('notify.title'), t('notify.text', { title: name })),
      );
  }

  private report(entries: readonly Entry[], before?: readonly SeatView[]): void {
    void this.addToLog(entries, before);
    if (settings.talk && entries.some(({ what }) => what === 'acted'))
      void afterPaint()
        .then(computerLines)
        .then(({ comment }) => comment(this, entries));
    // the end of a round plays its own sounds
    const laid = entries.findLast((entry) => entry.table);
    const drawn = entries.findLast(
      ({ what, events }) => what === 'acted' && events?.some(({ type }) => type === 'Drew'),
    );
    if (laid) sound('lay', laid.seat === this.seat);
    else if (drawn) sound('draw', drawn.seat === this.seat);
  }

  private async addToLog(entries: readonly Entry[], before?: readonly SeatView[]): Promise<void> {
    const lines = await this.logLines(entries, before);
    if (!lines.length) return;
    this.log = [...this.log, ...lines].sort((a, b) => a.seq - b.seq).slice(-LOG_LINES);
    announce(lines.map((line) => line.text).join(' '));
  }

  /** Add earlier events to the move list after the room has been opened, without announcing them. */
  private async fillLog(entries: readonly Entry[]): Promise<void> {
    const lines = await this.logLines(entries);
    const newer = this.log.filter((line) => line.seq > (entries.at(-1)?.seq ?? -1));
    this.log = [...lines, ...newer].slice(-LOG_LINES);
  }

  private async logLines(entries: readonly Entry[], before?: readonly SeatView[]): Promise<LogLine[]> {
    await afterPaint();
    const { logLines } = await lines();
    return entries.flatMap((entry) => logLines(entry, { ...this.seating, before }));
  }

  private addChat(line: ChatLine): void {
    this.chat = [...this.chat, line].slice(-CHAT_LINES);
    if (line.seat !== null) this.show({ seat: line.seat, reaction: '', text: line.text });
    if (line.seat !== null && line.seat === this.seat) return;
    this.unread++;
    sound('chat');
    announce(t('common.label', { label: personName(line.name), text: line.text }));
  }

  private addReaction(seat: number, reaction: string): void {
    this.show({ seat, reaction });
    // the reaction disappears from the seat, but stays in the chat
    void lines().then(({ reactionLine }) => (this.chat = [...this.chat, reactionLine(this, seat, reaction)]));
    if (seat === this.seat) return;
    announce(t('common.label', { label: this.nameOf(seat), text: coded(`react.${reaction}`, reaction) }));
  }

  /** Show a reaction, chat line or computer player's line at the seat for a few seconds. */
  show(said: Omit<Reaction, 'id'>): void {
    const id = this.reactionCount++;
    this.reactions = [...this.reactions, { id, ...said }];
    setTimeout(() => (this.reactions = this.reactions.filter((each) => each.id !== id)), REACTION_TIME);
  }
}
