/**
 * The viewer's turn: what lies in the draft, what can be done with it, and submitting it.
 *
 * The widget holds the draft itself. While it is not the viewer's turn, a play can be prepared.
 */

import { createTable, type Control, type Places, type Question, type Table } from '../../table';
import { readTable, readTiles, tileText, tilesText, type Tile } from '../../rules';
import type { Answer, GameView, Why } from '../../net/types';
import { command, trySend } from '../../net/connection.svelte';
import { reducedMotion, settings } from '../../device/settings.svelte';
import { announce } from '../../device/announce.svelte';
import { sound } from '../../device/sound';
import { loadPagesText, t, withPagesText } from '../../text/messages.svelte';
import { reasonTexts } from '../../text/refusal';
import { announcement, isRefusal, labels } from '../../text/widget';
import { happened } from '../room/happened';
import type { Room } from '../room/room.svelte';
import { EndGuard, graceIn, type Ending } from '../turn/guard.svelte';
import { Notice } from '../turn/notice.svelte';
import type { TurnAction } from './choices';
import { Hints } from './hints.svelte';
import { lawOf, tileSetOf } from './law';
import { PreviewSender } from './preview';
import { loadDraft, saveDraft, turnId, type SavedDraft } from './saved';
import { DraftState } from './state.svelte';
import { submit } from './submit';
import { zonesOf, zoneTiles } from './zones';

const SORTS = ['melds', 'colour', 'number', 'own'] as const;
const FOCUS_DELAY = 60; // milliseconds until the buttons after an action are there

export class Turn extends DraftState {
  /** Whether one's own plan lies on what another player shows. */
  planShown = $state.raw(true);
  /** Why the referee refused the draft as it is now. */
  reasons = $state.raw<readonly Why[]>([]);
  verdict = $state.raw<'' | 'asking' | 'legal' | 'refused'>('');
  /** Whether the clock gives a sign that time is short. */
  pulse = $state.raw(false);
  /** Whether an action was sent that has not been answered yet. */
  busy = $state.raw(false);
  /** A draft of this turn from before a reload, offered to be restored. */
  savedDraft = $state.raw<SavedDraft | null>(null);
  /** What a joker should represent, where the viewer has to choose. */
  question = $state.raw<{ question: Question; near: DOMRect | undefined } | null>(null);
  readonly hints: Hints;
  readonly notice = new Notice();
  readonly guard = new EndGuard((ending) => void this.send({ do: ending }));
  private element: HTMLElement | null = null;
  private seen: GameView | null = null;
  private heard: Room['news'] = [];
  private live = '';
  private readonly store: Storage | null;
  private readonly preview = new PreviewSender(() => this.sendPreview());

  constructor(room: Room) {
    super(room);
    this.hints = new Hints(room, () => this.table);
    this.store = typeof localStorage === 'undefined' ? null : localStorage;
  }

  /** Create the widget inside an element; returns how to remove it. */
  mount(element: HTMLElement): () => void {
    this.element = element;
    this.table = createTable(element, {
      law: lawOf(this.options, this.room.game?.opening ?? null),
      labels,
      onChange: () => this.draftChanged(),
      onAnnounce: (code, params) => this.announce(code, params),
      onSelect: () => this.selectionChanged(),
      onAsk: (question, near) => (this.question = { question, near }),
      onZone: (zone, act, tiles) => this.zoneUsed(zone, act, tiles),
    });
    this.table.sortRack(settings.sort);
    // a draw that is held back is not lost with the page
    const left = new AbortController();
    addEventListener('pagehide', () => this.guard.flush(), left);
    document.addEventListener('visibilitychange', () => document.hidden && this.guard.flush(), left);
    return () => {
      left.abort();
      this.guard.flush();
      this.table?.destroy();
      this.table = this.element = null;
      this.seen = null;
    };
  }

  /** Tell the widget where the page shows felt, rack, pool and seats. */
  place(places: Places): void {
    this.table?.setPlaces(places);
  }

  /** Show the room as it is now in the widget. */
  sync(): void {
    const { table } = this;
    const { game, preview, myTurn } = this.room;
    if (!table || !game) return;
    if (game !== this.seen) this.show(table, game);
    const canPrepare = this.room.mine && !game.result && this.room.view?.phase === 'playing';
    // before the draw, too, a play can only be prepared
    table.setMode(myTurn && game.can?.play ? 'play' : canPrepare ? 'ghost' : 'look');
    if (this.hints.step >= 0) return;
    this.showLive(table, myTurn || game.result ? null : preview);
  }

  /** Show what another player lays, with one's own plan on it unless it is hidden. */
  private showLive(table: Table, preview: Room['preview']): void {
    const planned = this.planShown && this.room.mine;
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

  private show(table: Table, game: GameView): void {
    const before = this.seen;
    this.seen = game;
    this.live = '';
    if (this.room.news !== this.heard) void this.timeIsUp((this.heard = this.room.news), this.touched);
    const set = tileSetOf(this.options);
    const wasMine = before !== null && before.to_move === this.room.seat;
    const fresh = wasMine && (before.turn !== game.turn || before.plays !== game.plays);
    const prepared = !table.untouched && !fresh;
    table.setLaw(lawOf(this.options, game.opening));
    table.setZones(zonesOf(game, this.discards, this.room.myTurn));
    const what = happened(before, game, this.room.seat);
    const read = (tiles: readonly string[]) => readTiles(tiles.join(' '), set);
    const marks = before ? {} : { marks: { played: read(game.played), drawn: read(game.fresh) } };
    const kept = table.setTable(
      {
        set,
        table: readTable(game.table.join(' / '), set),
        ...(game.rack ? { rack: readTiles(game.rack.join(' '), set) } : {}),
        zones: zoneTiles(game, this.discards, set),
      },
      { animate: (before !== null || what.dealt === true) && !reducedMotion(), fresh, happened: what, ...marks },
    );
    if (prepared && this.room.myTurn) this.notice.say(kept ? t('turn.kept') : t('turn.kept.lost'));
    if (!this.room.myTurn || fresh) this.guard.cancel();
    this.hints.stop();
    this.clearVerdict();
    this.question = null;
    this.offerSavedDraft(before === null);
    this.update();
  }

  /** If the viewer's time was over, say so and what it cost. */
  private async timeIsUp(news: Room['news'], touched: boolean): Promise<void> {
    if (!news.some(({ events }) => events?.some(({ type }) => type === 'TimedOut'))) return;
    const { timeOutText } = await withPagesText(import('../room/time_out'));
    const text = timeOutText(news, this.room.seat, touched);
    if (!text) return;
    sound('no');
    this.notice.say(text, 'bad');
  }

  private get turnId(): string {
    const { game, view } = this.room;
    return turnId(view?.round ?? 0, game?.turn ?? 0, game?.plays ?? 0);
  }

  private offerSavedDraft(first: boolean): void {
    if (!this.store) return;
    const saved = this.room.myTurn ? loadDraft(this.store, this.room.id, this.turnId) : null;
    if (first) {
      this.savedDraft = saved;
      if (!saved && this.room.preview) this.preview.schedule(); // the others still see the draft of before
    } else if (!saved) this.savedDraft = null;
  }

  /** Restore the draft of before the reload, or drop it. */
  answerSavedDraft(restore: boolean): void {
    const saved = this.savedDraft;
    this.savedDraft = null;
    if (restore && saved && !this.table?.restore(saved.rows.map((row) => row.join(' ')))) {
      this.notice.say(t('answer.conflict'), 'bad');
    }
    if (!restore && this.store) saveDraft(this.store, this.room.id, null);
    if (!restore) this.preview.schedule();
  }

  private get rows(): string[][] {
    return this.meldTexts.map((meld) => meld.split(' '));
  }

  private clearVerdict(): void {
    this.reasons = [];
    this.verdict = '';
  }

  private draftChanged(): void {
    if (this.guard.cancel()) this.notice.sayLater(() => t('draw.back'));
    this.hints.stop();
    this.clearVerdict();
    this.savedDraft = null;
    this.question = null;
    this.update();
    if (!this.room.myTurn) return;
    const saved = this.touched ? { turn: this.turnId, rows: this.rows } : null;
    if (this.store) saveDraft(this.store, this.room.id, saved);
    if (this.room.game?.can?.play) this.preview.schedule();
  }

  private sendPreview(): void {
    if (!this.room.myTurn || this.busy) return;
    trySend({ type: 'preview', room: this.room.id, version: this.room.version, rows: this.rows });
  }

  private announce(code: string, params: Readonly<Record<string, unknown>>): void {
    const text = announcement(code, params);
    if (code === 'obstacle') return this.notice.say(text, isRefusal(params.code) ? 'bad' : 'plain');
    this.notice.hush();
    announce(text);
    if (['dropped', 'new_meld', 'home', 'joker_freed', 'split', 'added'].includes(code)) sound('lay');
  }

  private zoneUsed(zone: string, act: 'take' | 'drop', tiles: readonly Tile[]): void {
    if (zone !== 'discard') return;
    if (act === 'take') void this.perform({ do: 'take' });
    else if (tiles.length === 1) void this.perform({ do: 'discard', tile: tilesText(tiles) });
  }

  /** Do something with the turn; what would end it without a play is asked about, or held back. */
  async perform(action: TurnAction): Promise<void> {
    if (this.busy || !this.table) return;
    this.hints.stop();
    this.notice.hush();
    if (action.do === 'place') return this.forming.length ? this.table.lay() : this.notice.say(t('turn.held'));
    if (action.do === 'discard' && action.tile === null) return this.notice.say(t('turn.meld.pick'));
    if (this.discards || (action.do !== 'draw' && action.do !== 'pass')) return this.send(action);
    const grace = action.do === 'draw' ? graceIn(this.room) : 0;
    this.guard.request(action.do, { atStake: this.touched || this.table.selected.length > 0, grace });
    if (this.guard.asking)
      void loadPagesText().then(() => announce(t(`${action.do as Ending}.sure`), 'assertive'));
  }

  /** Draw or pass although tiles go back. */
  confirm(): void {
    this.guard.confirm(this.guard.asking === 'draw' ? graceIn(this.room) : 0);
  }

  /** Send what to do with the turn; if it is refused, the reasons are shown and nothing changes. */
  private async send(action: TurnAction | { do: Ending }): Promise<void> {
    const { room } = this;
    const { game } = room;
    if (this.busy || !this.table || !game || !room.myTurn) return;
    const left = action.do === 'done' && !this.strict ? this.table.leftOver : [];
    if (left.length) return this.refuse([{ code: 'table_tile_left', tiles: left.map(tileText) }]);
    this.busy = true;
    try {
      const { id, version, seat } = room;
      const draft = { room: id, version, seat, game, melds: this.meldTexts, placed: this.placed };
      const reply = await submit(action, draft);
      if (reply.type === 'answer') this.answered(reply);
    } finally {
      this.busy = false;
      this.keepFocus();
    }
  }

  /** If the button that was pressed is gone, the focus goes to the table. */
  private keepFocus(): void {
    setTimeout(() => {
      if (document.activeElement === document.body) this.focus();
    }, FOCUS_DELAY);
  }

  private answered(reply: Answer): void {
    if (reply.status === 'ok') {
      if (this.store) saveDraft(this.store, this.room.id, null);
      this.clearVerdict();
      return;
    }
    if (reply.status !== 'conflict') return this.refuse(reply.reasons ?? []);
    sound('no');
    this.notice.say(t('answer.conflict'), 'bad');
  }

  private refuse(reasons: readonly Why[]): void {
    sound('no');
    this.reasons = reasons;
    this.verdict = 'refused';
    void reasonTexts(this.reasons, tileSetOf(this.options)).then((text) => announce(text, 'assertive'));
  }

  /** Ask the referee whether the draft is legal. */
  async check(): Promise<void> {
    if (!this.table || this.busy) return;
    this.verdict = 'asking';
    const { room } = this;
    const action = this.choices.first?.action;
    const discard = action?.do === 'discard' ? action.tile : null;
    const after = [...this.table.melds];
    const reply = await command({ type: 'check', room: room.id, version: room.version, after, discard });
    if (reply.type !== 'answer' || this.verdict !== 'asking') return this.clearVerdict();
    if (reply.status === 'ok') {
      this.clearVerdict();
      this.verdict = 'legal';
      announce(t('check.ok'), 'assertive');
    } else this.answered(reply);
  }

  /** Take back a draw that is held back, else the last change of the draft. */
  undo = (): void => {
    if (this.guard.cancel()) this.notice.sayLater(() => t('draw.back'));
    else this.table?.undo();
  };
  redo = (): void => this.table?.redo();
  reset = (): void => this.table?.reset();
  tidy = (): void => this.table?.tidy();
  focus = (): void => this.table?.focus();
  key = (event: KeyboardEvent): void => this.table?.key(event);

  /** Close what lies over the strip, or take back a draw; false if there is nothing of it. */
  escape(): boolean {
    const { hints, guard } = this;
    const open =
      hints.given || hints.waiting || guard.asking || this.verdict || this.savedDraft || this.notice.text;
    if (guard.due !== null) this.undo();
    else if (!open) return false;
    hints.stop();
    guard.cancel();
    this.clearVerdict();
    this.savedDraft = null;
    if (open) this.notice.hush();
    return true;
  }

  /** Lay every tile that only has to be added to a meld, at tables that give help. */
  async addAll(): Promise<void> {
    if (!this.room.view?.terms.hints) return;
    const { addAll } = await withPagesText(import('../../table/add_all'));
    if (this.table) addAll(this.table.control);
  }

  /** Sort the rack as last, or in the next way if it lies so already. */
  sort(): void {
    const { table } = this;
    const lay = `${table?.rack}`;
    const from = SORTS.indexOf(settings.sort);
    const how = SORTS.map((_, i) => SORTS[(from + i) % SORTS.length]!).find((way) => {
      table?.sortRack(way);
      return `${table?.rack}` !== lay;
    });
    if (!how) return;
    settings.sort = how;
    this.notice.say(t(`act.sort.${how}`));
  }

  /** Show one's own plan on what another player lays, or hide it. */
  showPlan(shown: boolean): void {
    this.planShown = shown;
    this.sync();
  }

  /** Choose one of the melds that the question offers. */
  answer(choice: number): void {
    const question = this.question?.question;
    this.question = null;
    const meld = question?.melds[choice];
    if (question && meld) question.answer(meld);
  }

  /** What typed moves are carried out on. */
  get control(): Control | undefined {
    return this.table?.control;
  }

  get meldTexts(): readonly string[] {
    return this.table?.melds ?? [];
  }

  get rackTexts(): string[] {
    return tilesText(this.table?.rack ?? [])
      .split(' ')
      .filter(Boolean);
  }

  /** Highlight the tiles that a reason is about. */
  highlight(why: Why): void {
    const tiles = [...(why.tiles ?? []), ...(why.melds ?? []).flatMap((meld) => meld.split(' '))];
    const { element } = this;
    if (element) void import('./highlight').then(({ highlight }) => highlight(element, tiles));
  }
}
