/**
 * The viewer's turn: the draft, the possible actions, and submitting them.
 *
 * The draft itself belongs to the widget. During other players' turns, the viewer can prepare a play.
 */

import { Table, type Control, type Places, type Question } from '../../table';
import { JOKER, readTable, readTiles, tileText, tilesText, type Tile } from '../../rules';
import type { Answer, GameView, RefusalReason } from '../../net/types';
import { trySend } from '../../net/connection.svelte';
import { reducedMotion, settings } from '../../device/settings.svelte';
import { afterPaint } from '../../device/after_paint';
import { announce } from '../../device/announce.svelte';
import { sound } from '../../device/sound';
import { loadPagesText, t, withPagesText } from '../../text/messages.svelte';
import { reasonTexts } from '../../text/refusal';
import { announcement, isRefusal, labels } from '../../text/widget';
import { changeBetween } from '../room/changes';
import type { Room } from '../room/room.svelte';
import { EndGuard, graceIn, takeBackIn, type Ending } from '../turn/guard.svelte';
import { Notice } from '../turn/notice.svelte';
import { choices, type Choices, type TurnAction } from './choices';
import { Hints } from './hints.svelte';
import { hasDiscards, lawOf, tileSetOf } from './law';
import { previewSender } from './preview';
import { Plan } from './plan.svelte';
import { layoutMemory } from './layouts';
import { loadDraft, saveDraft } from './saved';
import { draftOf, NO_DRAFT, selectionOf } from './draft_view';
import { zonesOf, zoneTiles } from './zones';
import type { Verdict } from './submit';

const SORTS = ['melds', 'colour', 'number', 'own'] as const;
const FOCUS_DELAY = 60; // time until the buttons that follow an action are rendered, in milliseconds

const NO_VERDICT: Verdict = { state: '', reasons: [] };

let loading: Promise<typeof import('./submit')> | undefined;
const submitting = () => (loading ??= import('./submit'));

export class Turn {
  draft = $state.raw(NO_DRAFT);
  verdict = $state.raw(NO_VERDICT);
  /** A draft that was saved in this turn before a reload, and can be restored. */
  offered = $state.raw<readonly string[][] | null>(null);
  readonly plan = new Plan();
  readonly hints: Hints;
  readonly notice = new Notice();
  readonly guard = new EndGuard((ending) => void this.send({ do: ending }));
  /** True while the clock warns that there is little time left. */
  pulse = $state.raw(false);
  /** True while an action is waiting for its result. */
  busy = $state.raw(false);
  /** The open question about the tile that a joker represents, or null. */
  question = $state.raw<{ question: Question; near: DOMRect | undefined } | null>(null);
  table = $state.raw<Table | null>(null);
  private element: HTMLElement | null = null;
  private seen: GameView | null = null;
  private heard: Room['news'] = [];
  private readonly schedulePreview = previewSender(() => this.sendPreview());

  constructor(readonly room: Room) {
    this.hints = new Hints(room, () => this.table);
    void afterPaint().then(submitting);
  }

  get options() {
    return this.room.view?.terms.options ?? {};
  }

  /** True if every turn ends with a discard. */
  get discards(): boolean {
    const phase = this.room.game?.phase;
    return hasDiscards(this.options) || phase === 'draw' || phase === 'meld';
  }

  /**
   * True if submitting an illegal table incurs a penalty. The web client then leaves it to the server to reject plays.
   */
  private get strict(): boolean {
    return this.options['invalid_play'] === 'penalty';
  }

  get choices(): Choices {
    const { game } = this.room;
    if (!game || !this.room.myTurn) return { first: null, others: [] };
    return choices(game, this.draft, this.discards);
  }

  /** The reason why exactly the picked tiles cannot be laid. */
  get unfit(): string {
    return t(this.draft.locked ? 'turn.locked' : 'turn.held');
  }

  /** Create the widget inside an element. The returned function removes it. */
  mount(element: HTMLElement): () => void {
    this.element = element;
    this.table = new Table(element, {
      law: lawOf(this.options, this.room.game?.opening ?? null),
      labels,
      memory: layoutMemory(this.room.id),
      onChange: () => this.draftChanged(),
      onAnnounce: (code, params) => this.announce(code, params),
      onSelect: () => this.table && (this.draft = { ...this.draft, ...selectionOf(this.table) }),
      onAsk: (question, near) => (this.question = { question, near }),
      onZone: (zone, act, tiles) => this.zoneUsed(zone, act, tiles),
    });
    this.table.sortRack(settings.sort);
    // before the tab closes, send any delayed draw
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

  /** Pass the bounding boxes of the felt, the rack, the pool and the seats to the widget. */
  place(places: Places): void {
    this.table?.setPlaces(places);
  }

  /** Make the widget show the current state of the room. */
  sync(): void {
    const { table } = this;
    const { game, preview, myTurn } = this.room;
    if (!table || !game) return;
    if (game !== this.seen) this.show(table, game);
    const canPrepare = this.room.mine && game.rack && !game.result && this.room.view?.phase === 'playing';
    // before drawing, a play can be prepared but not submitted
    table.setMode(myTurn && game.can?.play ? 'play' : canPrepare ? 'ghost' : 'look');
    if (this.hints.step >= 0) return;
    this.plan.show(table, myTurn || game.result ? null : preview, this.room.mine);
  }

  private show(table: Table, game: GameView): void {
    const before = this.seen;
    this.seen = game;
    this.plan.forget();
    if (this.room.news !== this.heard) void this.timeIsUp((this.heard = this.room.news), this.draft.touched);
    const set = tileSetOf(this.options);
    const wasMine = before !== null && before.to_move === this.room.seat;
    // on a shared device, each player's rack appears and disappears
    const turned = !before?.rack !== !game.rack;
    const acted = wasMine && (before.turn !== game.turn || before.plays !== game.plays);
    const fresh = turned || acted || !this.room.mine || game.result !== null;
    const prepared = !table.untouched && !fresh;
    table.setLaw(lawOf(this.options, game.opening));
    table.setZones(zonesOf(game, this.discards, this.room.myTurn));
    const what = changeBetween(before, game, this.room.seat);
    const read = (tiles: readonly string[]) => readTiles(tiles.join(' '), set);
    const marks = before && !turned ? {} : { marks: { played: read(game.played), drawn: read(game.fresh) } };
    const kept = table.setTable(
      {
        set,
        table: readTable(game.table.join(' / '), set),
        ...(game.rack ? { rack: readTiles(game.rack.join(' '), set) } : {}),
        zones: zoneTiles(game, this.discards, set),
      },
      { animate: (before !== null || what.dealt === true) && !reducedMotion(), fresh, change: what, ...marks },
    );
    if (prepared && this.room.myTurn) this.notice.say(kept ? t('turn.kept') : t('turn.kept.lost'));
    if (!this.room.myTurn || fresh) this.guard.cancel();
    this.hints.stop();
    this.hints.plays = false;
    this.verdict = NO_VERDICT;
    this.question = null;
    const saved = this.room.myTurn ? loadDraft(this.room) : null;
    if (turned || !saved) this.offered = saved;
    // other players may still see the draft that was sent before the reload
    if (before === null && !this.offered && this.room.preview) this.schedulePreview();
    this.draft = draftOf(table);
  }

  /** If the viewer has run out of time, show a message that explains the consequences. */
  private async timeIsUp(news: Room['news'], touched: boolean): Promise<void> {
    if (!news.some(({ events }) => events?.some(({ type }) => type === 'TimedOut'))) return;
    const { timeOutText } = await withPagesText(import('../room/time_out'));
    const text = timeOutText(news, this.room.seat, touched);
    if (!text) return;
    sound('no');
    this.notice.say(text, 'bad');
  }

  /** Restore the saved draft, or discard it. */
  answerSavedDraft(restore: boolean): void {
    const saved = this.offered;
    this.offered = null;
    if (restore && saved && !this.table?.restore(saved.map((row) => row.join(' ')))) {
      this.notice.say(t('answer.conflict'), 'bad');
    }
    if (restore) return;
    saveDraft(this.room, null);
    this.schedulePreview();
  }

  private get rows(): string[][] {
    return this.meldTexts.map((meld) => meld.split(' '));
  }

  private draftChanged(): void {
    this.takeBack();
    this.hints.stop();
    this.verdict = NO_VERDICT;
    this.offered = null;
    this.question = null;
    if (this.table) this.draft = draftOf(this.table);
    if (!this.room.myTurn) return;
    saveDraft(this.room, this.draft.touched ? this.rows : null);
    if (this.room.game?.can?.play) this.schedulePreview();
  }

  private sendPreview(): void {
    if (!this.room.myTurn || this.busy) return;
    trySend({ type: 'preview', room: this.room.id, version: this.room.version, rows: this.rows });
  }

  private announce(code: string, params: Readonly<Record<string, unknown>>): void {
    if (this.hints.step >= 0) return this.hints.stop(); // any action ends the hint that is shown on the table
    const text = announcement(code, params);
    if (code === 'blocked') return this.notice.say(text, isRefusal(params.code) ? 'bad' : 'plain');
    this.notice.hush();
    announce(text);
    if (!['dropped', 'new_meld', 'home', 'joker_freed', 'split', 'added'].includes(code)) return;
    const jokers = code !== 'home' && (params.tiles as readonly Tile[]).includes(JOKER);
    sound(jokers || code === 'joker_freed' ? 'joker' : 'lay');
  }

  private zoneUsed(zone: string, act: 'take' | 'drop', tiles: readonly Tile[]): void {
    if (zone !== 'discard') return;
    if (act === 'take') void this.perform({ do: 'take' });
    else if (tiles.length === 1) void this.perform({ do: 'discard', tile: tilesText(tiles) });
  }

  /**
   * Perform an action. If the action ends the turn without a play, it is delayed for a moment or has to be confirmed.
   */
  async perform(action: TurnAction): Promise<void> {
    if (this.busy || !this.table) return;
    this.hints.stop();
    this.notice.hush();
    if (action.do === 'place') return this.draft.forming.length ? this.table.lay() : this.notice.say(this.unfit);
    if (action.do === 'discard' && action.tile === null) return this.notice.say(t('turn.meld.pick'));
    const wait = /done|discard/.test(action.do) ? takeBackIn(this.room) : 0;
    if (wait && this.guard.due === null) {
      if (this.verdict.state === 'asking') return;
      await this.check();
      if (this.verdict.state !== 'legal') return;
    }
    if (wait) return this.guard.hold(() => void this.send(action), wait);
    if (this.discards || (action.do !== 'draw' && action.do !== 'pass')) return this.send(action);
    const grace = action.do === 'draw' ? graceIn(this.room) : 0;
    this.guard.request(action.do, { atStake: this.draft.touched, grace });
    if (this.guard.asking)
      void loadPagesText().then(() => announce(t(`${action.do as Ending}.sure`), 'assertive'));
  }

  /** Draw or pass, undoing any unfinished changes. */
  confirm(): void {
    this.guard.confirm(this.guard.asking === 'draw' ? graceIn(this.room) : 0);
  }

  /** Send an action. If the server refuses it, show the reasons and leave the draft unchanged. */
  private async send(action: TurnAction | { do: Ending }): Promise<void> {
    if (this.busy || !this.table || !this.room.myTurn) return;
    const left = action.do === 'done' && !this.strict ? this.table.leftOver : [];
    if (left.length) return this.refuse([{ code: 'table_tile_left', tiles: left.map(tileText) }]);
    this.busy = true;
    try {
      const { submit } = await submitting();
      const reply = await submit(action, this);
      if (reply.type === 'answer') this.answered(reply);
    } finally {
      this.busy = false;
      this.keepFocus();
    }
  }

  /** Move the focus to the table if the button that was pressed no longer exists. */
  private keepFocus(): void {
    setTimeout(() => {
      if (document.activeElement === document.body) this.focus();
    }, FOCUS_DELAY);
  }

  answered(reply: Answer): void {
    if (reply.status === 'ok') {
      saveDraft(this.room, null);
      this.verdict = NO_VERDICT;
      return;
    }
    if (reply.status !== 'conflict') return this.refuse(reply.reasons ?? []);
    sound('no');
    this.notice.say(t('answer.conflict'), 'bad');
  }

  private refuse(reasons: readonly RefusalReason[]): void {
    sound('no');
    this.verdict = { state: 'refused', reasons };
    void reasonTexts(reasons, lawOf(this.options, null)).then((text) => announce(text, 'assertive'));
  }

  /** Ask the referee if the draft is legal. */
  async check(): Promise<void> {
    return (await submitting()).check(this);
  }

  /** Take back a delayed draw or play, or undo the last change to the draft. */
  undo = (): void => {
    if (!this.takeBack()) this.table?.undo();
  };

  /** Cancel a delayed draw or play. Returns false if nothing was delayed. */
  private takeBack(): boolean {
    const { play } = this.guard;
    if (!this.guard.cancel()) return false;
    this.verdict = NO_VERDICT;
    this.notice.sayLater(() => t(play ? 'lay.back' : 'draw.back'));
    return true;
  }
  reset = (): void => this.table?.reset();
  tidy = (): void => this.table?.tidy();
  focus = (): void => this.table?.focus();
  key = (event: KeyboardEvent): void => this.table?.key(event);

  /** Close the open message, or take back a delayed draw. Returns false if there was neither. */
  escape(): boolean {
    const { hints, guard } = this;
    const open =
      hints.given || hints.waiting || guard.asking || this.verdict.state || this.offered || this.notice.text;
    if (guard.due !== null) this.undo();
    else if (!open) return false;
    hints.stop();
    guard.cancel();
    this.verdict = NO_VERDICT;
    this.offered = null;
    if (open) this.notice.hush();
    return true;
  }

  /** Add every rack tile that fits a meld. This is available at tables where hints are allowed. */
  async addAll(): Promise<void> {
    if (!this.room.view?.terms.hints) return;
    const { addAll } = await withPagesText(import('../../table/add_all'));
    if (this.table) addAll(this.table.control);
  }

  /** Sort the rack in the order used last or, if it is already sorted that way, in the next order. */
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
    this.notice.sayLater(() => t(`act.sort.${how}`));
  }

  /** Show or hide the viewer's plan on another player's table. */
  showPlan(shown: boolean): void {
    this.plan.shown = shown;
    this.sync();
  }

  /** Choose one of the melds that are offered in the question. */
  answer(choice: number): void {
    const question = this.question?.question;
    this.question = null;
    const meld = question?.melds[choice];
    if (question && meld) question.answer(meld);
  }

  /** The widget's control for typed moves. */
  get control(): Control | undefined {
    return this.table?.control;
  }

  get meldTexts(): readonly string[] {
    return this.table?.melds ?? [];
  }

  get rackTexts(): string[] {
    return (this.table?.rack ?? []).map(tileText);
  }

  markIds = (ids: readonly string[]): void => this.table?.markIds(ids);

  /** Highlight the tiles that a reason for refusal is about. */
  highlight(why: RefusalReason): void {
    const { element } = this;
    if (element) void import('./highlight').then(({ highlight }) => highlight(element, why));
  }
}
