/**
 * The viewer's turn: what lies in the draft, what can be done with it, and submitting it.
 *
 * The widget holds the draft itself. While it is not the viewer's turn, a play can be prepared.
 */

import { createTable, type Control, type Fact, type Question, type Table } from '../../table';
import { readTable, readTiles, tileText, tilesText, type Tile } from '../../rules';
import type { Answer, GameView, Why } from '../../net/types';
import { command, connection } from '../../net/connection.svelte';
import { reducedMotion, settings } from '../../device/settings.svelte';
import { announce, toast } from '../../device/announce.svelte';
import { sound } from '../../device/sound';
import { t } from '../../text/messages/index.svelte';
import { reasonTexts } from '../../text/refusal';
import { announcement, isRefusal, labels } from '../../text/widget';
import type { Room } from '../room/room.svelte';
import { choices, type Choices, type TurnAction } from './choices';
import { highlight } from './highlight';
import { Hints } from './hints.svelte';
import { hasDiscards, lawOf, tileSetOf } from './law';
import { PreviewSender } from './preview';
import { loadDraft, saveDraft, turnId, type SavedDraft } from './saved';
import { submit } from './submit';
import { zonesOf, zoneTiles } from './zones';

const FOCUS_DELAY = 60; // milliseconds until the buttons after an action are there

export class Turn {
  /** How many tiles were placed in this turn. */
  placed = $state.raw(0);
  /** Whether the table is not as it was when the turn began. */
  touched = $state.raw(false);
  canUndo = $state.raw(false);
  canRedo = $state.raw(false);
  /** What is wrong with the draft, as far as the browser can see it. */
  facts = $state.raw<readonly Fact[]>([]);
  /** The tiles of the rack that are picked up, in notation. */
  picked = $state.raw<readonly string[]>([]);
  private left = $state.raw(0);
  private last = $state.raw<string | null>(null);
  /** Why the referee refused the draft as it is now. */
  reasons = $state.raw<readonly Why[]>([]);
  verdict = $state.raw<'' | 'asking' | 'legal' | 'refused'>('');
  /** Whether an action was sent that has not been answered yet. */
  busy = $state.raw(false);
  /** A draft of this turn from before a reload, offered to be restored. */
  savedDraft = $state.raw<SavedDraft | null>(null);
  /** What a joker should represent, where the viewer has to choose. */
  question = $state.raw<{ question: Question; near: DOMRect | undefined } | null>(null);
  readonly hints: Hints;
  private table: Table | null = null;
  private element: HTMLElement | null = null;
  private seen: GameView | null = null;
  private readonly store: Storage | null;
  private readonly preview = new PreviewSender(() => this.sendPreview());

  constructor(readonly room: Room) {
    this.hints = new Hints(room, () => this.table);
    this.store = typeof localStorage === 'undefined' ? null : localStorage;
  }

  get options() {
    return this.room.view?.terms.options ?? {};
  }

  /** Whether turns end with a discard. */
  get discards(): boolean {
    const phase = this.room.game?.phase;
    return hasDiscards(this.options) || phase === 'draw' || phase === 'meld';
  }

  get choices(): Choices {
    const { game } = this.room;
    if (!game || !this.room.myTurn) return { first: null, others: [] };
    const { placed, touched, picked, left, last } = this;
    return choices(game, { placed, touched, picked, left, last, faulty: this.facts.length > 0 }, this.discards);
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
    return () => {
      this.table?.destroy();
      this.table = this.element = null;
      this.seen = null;
    };
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
    const watching = preview && !myTurn && !game.result && table.untouched;
    try {
      table.watch(watching ? preview.rows.filter((row) => row.length > 0).map((row) => row.join(' ')) : null);
    } catch {
      table.watch(null);
    }
  }

  private show(table: Table, game: GameView): void {
    const before = this.seen;
    this.seen = game;
    const set = tileSetOf(this.options);
    const wasMine = before !== null && before.to_move === this.room.seat;
    const fresh = wasMine && (before.turn !== game.turn || before.plays !== game.plays);
    const prepared = !table.untouched && !fresh;
    table.setLaw(lawOf(this.options, game.opening));
    table.setZones(zonesOf(game, this.discards, this.room.myTurn));
    const kept = table.setTable(
      {
        set,
        table: readTable(game.table.join(' / '), set),
        ...(game.rack ? { rack: readTiles(game.rack.join(' '), set) } : {}),
        zones: zoneTiles(game, this.discards, set),
      },
      { animate: before !== null && !reducedMotion(), fresh, from: { x: 0.5, y: -0.15 } },
    );
    if (prepared && this.room.myTurn) toast(kept ? t('turn.kept') : t('turn.kept.lost'));
    this.hints.stop();
    this.clearVerdict();
    this.question = null;
    this.offerSavedDraft(before === null);
    this.update();
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
      toast(t('answer.conflict'), 'bad');
    }
    if (!restore && this.store) saveDraft(this.store, this.room.id, null);
    if (!restore) this.preview.schedule();
  }

  private get rows(): string[][] {
    return this.meldTexts.map((meld) => meld.split(' '));
  }

  /** Take over the state of the widget. */
  private update(): void {
    const { table } = this;
    if (!table) return;
    this.placed = table.placed.length;
    this.touched = !table.untouched;
    this.canUndo = table.canUndo;
    this.canRedo = table.canRedo;
    this.facts = this.touched ? table.facts : [];
    this.selectionChanged();
  }

  private selectionChanged(): void {
    const rack = [...(this.table?.rack ?? [])];
    this.left = rack.length;
    this.last = rack.length === 1 ? tileText(rack[0]!) : null;
    const picked = (this.table?.selected ?? []).filter((tile) => {
      const at = rack.indexOf(tile);
      if (at >= 0) rack.splice(at, 1);
      return at >= 0;
    });
    this.picked = picked.map(tileText);
  }

  private clearVerdict(): void {
    this.reasons = [];
    this.verdict = '';
  }

  private draftChanged(): void {
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
    connection().trySend({ type: 'preview', room: this.room.id, version: this.room.version, rows: this.rows });
  }

  private announce(code: string, params: Readonly<Record<string, unknown>>): void {
    const text = announcement(code, params);
    if (code === 'obstacle') {
      toast(text, isRefusal(params.code) ? 'bad' : 'plain');
      return;
    }
    announce(text);
    if (['dropped', 'new_meld', 'home', 'joker_freed', 'split'].includes(code)) sound('lay');
  }

  private zoneUsed(zone: string, act: 'take' | 'drop', tiles: readonly Tile[]): void {
    if (zone !== 'discard') return;
    if (act === 'take') void this.perform({ do: 'take' });
    else if (tiles.length === 1) void this.perform({ do: 'discard', tile: tilesText(tiles) });
  }

  /** Do something with the turn; if it is refused, the reasons are shown and nothing changes. */
  async perform(action: TurnAction): Promise<void> {
    const { room } = this;
    const { game } = room;
    if (this.busy || !this.table || !game) return;
    this.hints.stop();
    if (action.do === 'discard' && action.tile === null) {
      toast(t('turn.meld.pick'));
      return;
    }
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
    sound('no');
    if (reply.status === 'conflict') {
      toast(t('answer.conflict'), 'bad');
      return;
    }
    this.reasons = reply.reasons ?? [];
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

  undo = (): void => this.table?.undo();
  redo = (): void => this.table?.redo();
  reset = (): void => this.table?.reset();
  focus = (): void => this.table?.focus();
  key = (event: KeyboardEvent): void => this.table?.key(event);

  sort(how: typeof settings.sort): void {
    settings.sort = how;
    this.table?.sortRack(how);
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
    return tilesText(this.table?.rack ?? []).split(' ').filter(Boolean);
  }

  /** Highlight the tiles that a reason is about. */
  highlight(why: Why): void {
    const tiles = [...(why.tiles ?? []), ...(why.melds ?? []).flatMap((meld) => meld.split(' '))];
    if (this.element) highlight(this.element, tiles);
  }
}
