/** The viewer's hand at a table: what is being built, what can be done with it, and doing it. */

import { createTable, type Control, type Fact, type Question, type Table, type Zone } from '../../table';
import { readTable, readTiles, tileText, tilesText, type Tile } from '../../rules';
import type { Answer, GameView, Why } from '../../net/types';
import { command, connection } from '../../net/connection.svelte';
import { reducedMotion, settings } from '../../device/settings.svelte';
import { announce, toast } from '../../device/announce.svelte';
import { t } from '../../text/messages/index.svelte';
import { sound } from '../../device/sound';
import { actionText } from './submit';
import { found, keep, turnId, type SavedDraft } from './saved';
import { Hints } from './hints.svelte';
import { hasDiscards, lawOf, tileSetOf } from './law';
import type { Room } from '../room/room.svelte';
import { announcement, isRefusal, labels } from '../../text/widget';
import { choices, type Choices, type TurnAction } from './choices';
import { reasonTexts } from '../../text/refusal';

const PREVIEW = 210; // the server takes five a second

export class Turn {
  placed = $state.raw(0);
  touched = $state.raw(false);
  canUndo = $state.raw(false);
  canRedo = $state.raw(false);
  facts = $state.raw<readonly Fact[]>([]);
  picked = $state.raw<readonly string[]>([]);
  private left = $state.raw(0);
  private last = $state.raw<string | null>(null);
  /** What the referee has said about the table as it lies now. */
  reasons = $state.raw<readonly Why[]>([]);
  verdict = $state.raw<'' | 'asking' | 'legal' | 'refused'>('');
  busy = $state.raw(false);
  draft = $state.raw<SavedDraft | null>(null);
  question = $state.raw<{ question: Question; near: DOMRect | undefined } | null>(null);
  readonly hints: Hints;
  private table: Table | null = null;
  private element: HTMLElement | null = null;
  private seen: GameView | null = null;
  private previewTimer: ReturnType<typeof setTimeout> | undefined;
  private previewed = 0;
  private readonly store: Storage | null;

  constructor(readonly room: Room) {
    this.hints = new Hints(room, () => this.table);
    this.store = typeof localStorage === 'undefined' ? null : localStorage;
  }

  get options() {
    return this.room.view?.terms.options ?? {};
  }

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

  /** Build the widget in an element; returns how to take it away. */
  mount(element: HTMLElement): () => void {
    this.element = element;
    this.table = createTable(element, {
      law: lawOf(this.options, this.room.game?.opening ?? null),
      labels,
      onChange: () => this.changed(),
      onAnnounce: (code, params) => this.announce(code, params),
      onSelect: () => this.notePicked(),
      onAsk: (question, near) => (this.question = { question, near }),
      onZone: (zone, act, tiles) => this.zoned(zone, act, tiles),
    });
    this.table.sortRack(settings.sort);
    return () => {
      this.table?.destroy();
      this.table = this.element = null;
      this.seen = null;
    };
  }

  /** Let the widget show how the table stands now. */
  sync(): void {
    const { table } = this;
    const { game, preview, myTurn } = this.room;
    if (!table || !game) return;
    if (game !== this.seen) this.deal(table, game);
    const ghost = this.room.mine && !game.result && this.room.view?.phase === 'playing';
    // before the draw too a play is but prepared
    table.setMode(myTurn && game.can?.play ? 'play' : ghost ? 'ghost' : 'look');
    if (this.hints.step >= 0) return;
    const watching = preview && !myTurn && !game.result && table.untouched;
    try {
      table.watch(watching ? preview.rows.filter((row) => row.length > 0).map((row) => row.join(' ')) : null);
    } catch {
      table.watch(null);
    }
  }

  private deal(table: Table, game: GameView): void {
    const was = this.seen;
    this.seen = game;
    const set = tileSetOf(this.options);
    const mine = was !== null && was.to_move === this.room.seat;
    const fresh = mine && (was.turn !== game.turn || was.plays !== game.plays);
    const had = !table.untouched && !fresh;
    table.setLaw(lawOf(this.options, game.opening));
    table.setZones(this.zones(game));
    const kept = table.setTable(
      {
        set,
        table: readTable(game.table.join(' / '), set),
        ...(game.rack ? { rack: readTiles(game.rack.join(' '), set) } : {}),
        zones: this.zoneTiles(game),
      },
      { animate: was !== null && !reducedMotion(), fresh, from: { x: 0.5, y: -0.15 } },
    );
    if (had && this.room.myTurn) toast(kept ? t('turn.kept') : t('turn.kept.lost'));
    this.hints.stop();
    this.clearVerdict();
    this.question = null;
    this.offerDraft(was === null);
    this.note();
  }

  private zones(game: GameView): Record<string, Zone> {
    const zones: Record<string, Zone> = {};
    if (this.discards) {
      zones.discard = {
        drop: this.room.myTurn && game.phase === 'meld',
        ...(game.can?.take ? { take: 'ask' as const } : {}),
      };
    }
    if (game.trump) zones.trump = game.can?.go_out ? { take: 'play' } : {};
    if (game.free.length) zones.free = game.free_usable && game.can?.play ? { take: 'play' } : {};
    return zones;
  }

  private zoneTiles(game: GameView): Record<string, Tile[]> {
    const set = tileSetOf(this.options);
    const read = (tiles: readonly string[]): Tile[] => readTiles(tiles.join(' '), set);
    const before = (game.to_move + game.hands.length - 1) % game.hands.length;
    const lying = game.hands[before]?.discards.at(-1);
    return {
      ...(this.discards ? { discard: read(lying ? [lying] : []) } : {}),
      ...(game.trump ? { trump: read([game.trump]) } : {}),
      ...(game.free.length ? { free: read(game.free) } : {}),
    };
  }

  private get turn(): string {
    const { game, view } = this.room;
    return turnId(view?.round ?? 0, game?.turn ?? 0, game?.plays ?? 0);
  }

  private offerDraft(first: boolean): void {
    if (!this.store) return;
    const kept = this.room.myTurn ? found(this.store, this.room.id, this.turn) : null;
    if (first) {
      this.draft = kept;
      if (!kept && this.room.preview) this.previewSoon(); // others still see what was being laid
    } else if (!kept) this.draft = null;
  }

  /** Lay what was being built before the page was loaded again, or forget it. */
  takeDraft(yes: boolean): void {
    const { draft } = this;
    this.draft = null;
    if (yes && draft && !this.table?.restore(draft.rows.map((row) => row.join(' ')))) {
      toast(t('answer.conflict'), 'bad');
    }
    if (!yes && this.store) keep(this.store, this.room.id, null);
    if (!yes) this.previewSoon();
  }

  private rows(): string[][] {
    return (this.table?.melds ?? []).map((meld) => meld.split(' '));
  }

  private note(): void {
    const { table } = this;
    if (!table) return;
    this.placed = table.placed.length;
    this.touched = !table.untouched;
    this.canUndo = table.canUndo;
    this.canRedo = table.canRedo;
    this.facts = this.touched ? table.facts : [];
    this.notePicked();
  }

  /** The tiles picked up that are on the rack, and what is left there. */
  private notePicked(): void {
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

  private changed(): void {
    this.hints.stop();
    this.clearVerdict();
    this.draft = null;
    this.question = null;
    this.note();
    if (!this.room.myTurn) return;
    if (this.store) keep(this.store, this.room.id, this.touched ? { turn: this.turn, rows: this.rows() } : null);
    if (this.room.game?.can?.play) this.previewSoon();
  }

  private previewSoon(): void {
    if (this.previewTimer !== undefined) return;
    const wait = Math.max(0, this.previewed + PREVIEW - performance.now());
    this.previewTimer = setTimeout(() => {
      this.previewTimer = undefined;
      this.previewed = performance.now();
      if (!this.room.myTurn || this.busy) return;
      connection().tell({ type: 'preview', room: this.room.id, version: this.room.version, rows: this.rows() });
    }, wait);
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

  private zoned(zone: string, act: 'take' | 'drop', tiles: readonly Tile[]): void {
    if (zone !== 'discard') return;
    if (act === 'take') void this.perform({ do: 'take' });
    else if (tiles.length === 1) void this.perform({ do: 'discard', tile: tilesText(tiles) });
  }

  /** Do something; what is refused says why and changes nothing. */
  async perform(action: TurnAction): Promise<void> {
    const { game } = this.room;
    if (this.busy || !this.table || !game) return;
    this.hints.stop();
    if (action.do === 'discard' && action.tile === null) {
      toast(t('turn.meld.pick'));
      return;
    }
    this.busy = true;
    try {
      await this.hand(action, game);
    } finally {
      this.busy = false;
      this.holdFocus();
    }
  }

  /** A button that was pressed may be gone by now: the focus goes on at the table. */
  private holdFocus(): void {
    setTimeout(() => {
      if (document.activeElement === document.body) this.focus();
    }, 60);
  }

  private async hand(action: TurnAction, game: GameView): Promise<void> {
    const { table, room } = this;
    const at = { room: room.id, version: room.version };
    const after = [...table!.melds];
    const discard = action.do === 'discard' ? action.tile : null;
    const whole = action.do === 'done' || action.do === 'lay' || (action.do === 'discard' && this.placed > 0);
    const reply = whole
      ? await command({ type: 'done', ...at, after, discard })
      : await command({ type: 'act', ...at, actions: [await actionText(action, game, after, room.seat)] });
    if (reply.type === 'answer') this.answered(reply);
  }

  private answered(reply: Answer): void {
    if (reply.status === 'ok') {
      if (this.store) keep(this.store, this.room.id, null);
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

  /** Ask the referee about the table as it lies now. */
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

  answer(choice: number): void {
    const asked = this.question?.question;
    this.question = null;
    const meld = asked?.melds[choice];
    if (asked && meld) asked.answer(meld);
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

  /** Let the eye find tiles that a reason is about. */
  point(why: Why): void {
    const wanted = new Set([...(why.tiles ?? []), ...(why.melds ?? []).flatMap((meld) => meld.split(' '))]);
    const names = new Set([...wanted].map((tile) => (tile.startsWith('*') ? '*' : tile)));
    for (const tile of this.element?.querySelectorAll<HTMLElement>('.tt-tile') ?? []) {
      if (!names.has(tile.dataset.id?.replace(/\.\d+$/, '') ?? '')) continue;
      const marked = { outline: '4px solid currentColor', outlineOffset: '1px' };
      const still = reducedMotion();
      tile.animate(still ? [marked, marked] : [{ outlineWidth: '0' }, marked, { outlineWidth: '0' }], {
        duration: still ? 2100 : 700,
        iterations: still ? 1 : 3,
      });
    }
  }
}
