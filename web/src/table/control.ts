/**
 * The hand at the table: what is selected, what a tap, a drop or a key does. No DOM, no layout.
 *
 * Everything that changes the board goes through {@link Control.commit}, which keeps the history.
 */

import { JOKER, facts, readings, type Fact, type Lay, type Law, type Meld, type Tile } from '../rules';
import {
  EMPTY,
  laidOf,
  meldOf,
  pileOf,
  rackOf,
  startMelds,
  tileAt,
  tilesIn,
  untouched,
  type Board,
  type Id,
  type Piece,
} from './state/board';
import { dealt, newcomers, pictured, sameDeal, type Deal } from './state/deal';
import type { Spot } from './layout/fit';
import { begin, redo, step, undo, type History } from './state/history';
import type { Hit } from './layout/layout';
import { move, putBack, replaceJoker, settle, split, type Goal, type Moved } from './state/moves';
import { Shelf, meldAround, type Sorting } from './state/rack';
import { rebase, restored } from './state/rebase';

/** Whether a play is built, prepared while others move, or only looked at. */
export type Mode = 'play' | 'ghost' | 'look';

/** What a zone allows: its tiles into melds (`play`), asking for one (`ask`); tiles dropped on it. */
export interface Zone {
  readonly take?: 'play' | 'ask';
  readonly drop?: boolean;
}

export interface Question {
  readonly key: number;
  readonly melds: readonly Meld[];
  readonly answer: (meld: Meld) => void;
}

/** What the widget tells; every code is for the shell to say in words. */
export interface Hooks {
  readonly change: () => void;
  readonly show: () => void;
  readonly announce: (code: string, params: Readonly<Record<string, unknown>>) => void;
  readonly ask: (question: Question) => void;
  readonly select: () => void;
  readonly zone: (zone: string, act: 'take' | 'drop', tiles: readonly Tile[]) => void;
}

export class Control {
  history: History;
  watched: Board | null = null;
  /** Whether what is watched is what the player's own tiles could be. */
  hinted = false;
  /** The tiles of the rack that a hint names. */
  marked: ReadonlySet<Id> = new Set();
  readonly shelf = new Shelf();
  mode: Mode = 'look';
  zones: Readonly<Record<string, Zone>> = {};
  /** Where piles lay last or were dropped: one that comes back goes there. */
  readonly near = new Map<number, Spot>();
  /** The tiles of the last play, and those just drawn. */
  last: ReadonlySet<Id> = new Set();

  constructor(
    public law: Law,
    private readonly hooks: Hooks,
  ) {
    this.history = begin(EMPTY(law.tiles));
  }

  private picked: readonly Id[] = [];

  /** The tiles that are picked up, in that order. */
  get selected(): readonly Id[] {
    return this.picked;
  }

  set selected(ids: readonly Id[]) {
    const same = `${ids}` === `${this.picked}`;
    this.picked = ids;
    if (!same) this.hooks.select();
  }

  /** The board that is shown: the player's own, or one that is watched. */
  get board(): Board {
    return this.watched ?? this.history.board;
  }

  get facts(): Fact[] {
    const board = this.history.board;
    return facts(startMelds(board), laidOf(board), this.law);
  }

  /** Take over a new deal; a prepared play is kept as far as it holds unless *fresh*. */
  deal(deal: Deal, fresh: boolean): { readonly kept: boolean } {
    const shown = this.board;
    const own = this.history.board;
    if (!fresh && sameDeal(own, deal)) {
      this.dealtBefore = true;
      this.watched = null; // nothing happened: what is being built goes on, undo and all
      return { kept: true };
    }
    const result =
      fresh || untouched(own) ? { board: dealt(shown, deal), whole: true } : rebase(own, deal);
    this.watched = null;
    this.history = begin(result.board);
    this.last = this.cameWith(own, result.board);
    this.shelf.sort(result.board);
    this.prune();
    if (!result.whole) this.tell('rebased', []);
    return { kept: result.whole };
  }

  /** The tiles that a deal brought, or those of before where it brought none. */
  private cameWith(old: Board, board: Board): ReadonlySet<Id> {
    const known = this.dealtBefore;
    this.dealtBefore = true;
    const came = known ? newcomers(old, board) : [];
    return new Set(came.length ? came : [...this.last].filter((id) => board.pieces.has(id)));
  }

  private dealtBefore = false;

  /** Show another table, or the player's own again; *own*: made of the player's tiles, as of a hint. */
  watch(table: readonly Lay[] | null, own = false): void {
    const mine = this.history.board;
    const zones = Object.keys(this.zones);
    this.watched = table && pictured(mine, this.watched ?? putBack(mine), { table, zones, own });
    this.hinted = own && table !== null;
    this.prune();
    this.hooks.show();
  }

  /** Lay the melds of before a reload again; false where they do not fit any more. */
  restore(piles: readonly Lay[]): boolean {
    const board = restored(this.history.board, piles);
    if (board) this.commit({ board }, 'restored');
    return board !== null;
  }

  /** The rack as it is shown. */
  get rack(): Id[] {
    return this.shelf.shown(rackOf(this.board).map((piece) => piece.id));
  }

  movable(id: Id): boolean {
    const piece = this.board.pieces.get(id);
    if (!piece || this.watched) return false;
    if (piece.origin === 'rack' && !pileOf(this.board, id)) return true;
    if (this.mode === 'look') return false;
    return !piece.origin.startsWith('zone:') || this.zoneOf(piece).take !== undefined;
  }

  private zoneOf(piece: Piece): Zone {
    return this.zones[piece.origin.slice('zone:'.length)] ?? {};
  }

  /** Select tiles, or add them to what is selected; what is selected already is let go. */
  pick(ids: readonly Id[], add: boolean): void {
    const movable = ids.filter((id) => this.movable(id));
    const had = movable.length > 0 && movable.every((id) => this.selected.includes(id));
    const rest = add ? this.selected.filter((id) => !movable.includes(id)) : [];
    this.selected = had ? rest : [...rest, ...movable];
    this.tell(had ? 'let_go' : 'picked', movable);
    this.hooks.show();
  }

  clear(): void {
    if (this.selected.length) this.tell('let_go', this.selected);
    this.selected = [];
    this.hooks.show();
  }

  /** Tap: select, or carry what is selected to where the tap is. */
  tap(hit: Hit, add: boolean): void {
    const id = 'id' in hit ? hit.id : null;
    const { selected } = this;
    if (!selected.length || add) return id ? this.tapTile(id, add) : undefined;
    const inHand = selected.every((each) => !pileOf(this.board, each));
    const more = hit.on === 'rack' || (hit.on === 'zone' && id !== null && this.plays(id));
    if (inHand && id && more) return this.pick([id], true);
    if (hit.on === 'pile' && selected.every((each) => pileOf(this.board, each)?.key === hit.key)) {
      return this.pick([id!], true);
    }
    if (hit.on === 'rack' && inHand) return this.clear();
    this.drop(selected, hit);
  }

  private tapTile(id: Id, add: boolean): void {
    const piece = this.board.pieces.get(id);
    if (piece && this.inZone(id) && this.zoneOf(piece).take === 'ask') this.takeFromZone(piece);
    else this.pick([id], add);
  }

  private inZone(id: Id): boolean {
    const origin = this.board.pieces.get(id)?.origin ?? '';
    return origin.startsWith('zone:') && !pileOf(this.board, id);
  }

  private takeFromZone(piece: Piece): void {
    this.hooks.zone(piece.origin.slice('zone:'.length), 'take', [piece.tile]);
  }

  /** Double tap: a tile placed this turn goes home; else the whole meld is selected. */
  double(id: Id): void {
    const piece = this.board.pieces.get(id);
    if (piece && this.inZone(id) && this.zoneOf(piece).take === 'ask') return;
    if (piece && piece.origin !== 'table' && pileOf(this.board, id)) this.drop([id], HOME);
    else this.take(id);
  }

  /** Select the whole meld a tile lies in, or could make on the rack. */
  take(id: Id): void {
    this.selected = [];
    this.pick(this.wholeOf(id), false);
  }

  wholeOf(id: Id): readonly Id[] {
    const pile = pileOf(this.board, id);
    if (pile) return pile.ids;
    const piece = this.board.pieces.get(id);
    if (!piece || piece.origin !== 'rack') return [id];
    return meldAround(piece, rackOf(this.board), this.board.set);
  }

  /** Carry tiles to a place: a meld, the empty table, the rack, a zone. */
  drop(ids: readonly Id[], hit: Hit): void {
    if (this.watched) return;
    if (hit.on === 'rack') return this.toRack(ids, hit.before);
    if (hit.on === 'zone') return this.toZone(ids, hit.zone);
    if (!this.mayLay(ids)) return this.obstacle('not_now');
    if (hit.on === 'table') return this.toTable(ids, hit.spot);
    const freed = this.freeing(ids, hit.id);
    this.commit(freed ?? this.moved(ids, hit), freed ? 'joker_freed' : 'dropped', ids);
  }

  /** The board with a tile in the place of the joker that it was dropped on, if that is its tile. */
  private freeing(ids: readonly Id[], joker: Id | null): Moved | null {
    if (!joker || ids.length > 1 || tileAt(this.board, joker) !== JOKER) return null;
    const moved = replaceJoker(this.board, ids[0]!, joker);
    return moved.obstacle ? null : moved;
  }

  /** Whether tiles may be laid on the table now. */
  mayLay(ids: readonly Id[]): boolean {
    return this.mode !== 'look' && ids.every((id) => !this.inZone(id) || this.plays(id));
  }

  /** What a drop on the table would do. */
  moved(ids: readonly Id[], hit: Hit & { on: 'pile' | 'table' }): Moved {
    if (hit.on === 'table') return move(this.board, ids, { to: 'new' });
    return this.freeing(ids, hit.id) ?? move(this.board, ids, { to: 'pile', key: hit.key, at: hit.at });
  }

  private plays(id: Id): boolean {
    const piece = this.board.pieces.get(id);
    return piece !== undefined && this.zoneOf(piece).take === 'play';
  }

  private toTable(ids: readonly Id[], spot: Spot | null): void {
    const from = pileOf(this.board, ids[0]!);
    const moved = move(this.board, ids, { to: 'new' });
    if (moved.key !== undefined && spot) this.near.set(moved.key, spot);
    if (from && moved.key === from.key && spot) this.onMovePile(from.key, spot);
    this.commit(moved, 'new_meld', ids);
  }

  /** Set by the widget: a whole meld was put elsewhere on the table, which changes no board. */
  onMovePile: (key: number, spot: Spot) => void = () => {};

  private toRack(ids: readonly Id[], before: Id | null): void {
    const rack = ids.filter((id) => this.board.pieces.get(id)?.origin === 'rack');
    const asked = ids.map((id) => this.board.pieces.get(id)!).find((p) => this.inZone(p.id));
    if (asked && this.zoneOf(asked).take === 'ask') return this.takeFromZone(asked);
    if (before !== null && rack.length) this.shelf.put(rack, before);
    if (ids.some((id) => pileOf(this.board, id))) this.carry(ids, { to: 'home' }, 'home');
    else this.let();
  }

  private toZone(ids: readonly Id[], zone: string): void {
    if (this.from(zone, ids)) return this.carry(ids, { to: 'home' }, 'home');
    if (!this.takes(zone, ids)) return this.obstacle('not_now');
    this.let();
    this.hooks.zone(zone, 'drop', tilesIn(this.board, ids));
  }

  private from(zone: string, ids: readonly Id[]): boolean {
    return ids.every((id) => this.board.pieces.get(id)?.origin === `zone:${zone}`);
  }

  /** Whether tiles may be dropped on a zone: its own, or of the rack where it takes them. */
  takes(zone: string, ids: readonly Id[]): boolean {
    const own = (id: Id): boolean => this.board.pieces.get(id)?.origin === 'rack' && !pileOf(this.board, id);
    return this.from(zone, ids) || (this.zones[zone]?.drop === true && ids.every(own));
  }

  /** Do *goal* with tiles and tell *code*; the selection ends with it. */
  carry(ids: readonly Id[], goal: Goal, code: string): void {
    this.commit(move(this.board, ids, goal), code, ids);
  }

  private commit(moved: Moved, code: string, ids: readonly Id[] = []): void {
    if (moved.obstacle) return this.obstacle(moved.obstacle, ids);
    const before = this.history;
    this.history = step(this.history, moved.board);
    this.selected = [];
    const pile = moved.board.melds.find(({ key }) => key === moved.key);
    const meld = pile ? meldOf(moved.board, pile) : null;
    this.tell(code, ids, { meld, number: pile ? moved.board.melds.indexOf(pile) + 1 : 0 });
    if (this.history !== before) this.changed();
    else this.hooks.show();
    if (moved.ask && pile) this.ask(pile.key, moved.ask);
  }

  private ask(key: number, melds: readonly Meld[]): void {
    const answer = (meld: Meld): void => {
      this.history = step(this.history, settle(this.history.board, key, meld));
      this.changed();
    };
    this.hooks.ask({ key, melds, answer });
  }

  private changed(): void {
    this.last = new Set();
    this.hooks.change();
    this.hooks.show();
  }

  private let(): void {
    this.selected = [];
    this.hooks.show();
  }

  private obstacle(code: string, ids: readonly Id[] = []): void {
    this.tell('obstacle', ids, { code });
    this.hooks.show();
  }

  private tell(code: string, ids: readonly Id[], params: object = {}): void {
    const tiles = ids.flatMap((id) => this.board.pieces.get(id)?.tile ?? []);
    this.hooks.announce(code, { tiles, ...params });
  }

  /** Make a new meld of what is selected, or of one tile. */
  newMeld(focus: Id | null): void {
    const ids = this.selected.length ? this.selected : focus ? [focus] : [];
    if (this.mode === 'look' || !ids.length) return this.obstacle('not_now');
    this.toTable(ids, null);
  }

  /** Cut the meld of a tile before it. */
  splitAt(id: Id): void {
    const pile = pileOf(this.board, id);
    if (!pile || this.mode === 'look') return this.obstacle('nothing_to_split');
    this.commit(split(this.board, pile.key, pile.ids.indexOf(id)), 'split', [id]);
  }

  /** Let the jokers of a meld represent what they could represent next. */
  turnJoker(id: Id): void {
    const pile = pileOf(this.board, id);
    const now = pile ? meldOf(this.board, pile) : null;
    const ways = pile ? readings(tilesIn(this.board, pile.ids), this.board.set) : [];
    if (!pile || !now || ways.length < 2 || this.mode === 'look') return this.obstacle('not_now');
    const at = ways.findIndex((way) => JSON.stringify(way) === JSON.stringify(now));
    const next = ways[(at + 1) % ways.length]!;
    this.commit({ board: settle(this.board, pile.key, next), key: pile.key }, 'joker_turned', [id]);
  }

  undo = (): void => this.travel('undo', undo(this.history));
  redo = (): void => this.travel('redo', redo(this.history));
  reset = (): void => this.travel('reset', step(this.history, putBack(this.history.board)));

  private travel(code: string, to: History): void {
    if (to === this.history || this.watched) return this.obstacle(`no_${code}`);
    this.history = to;
    this.selected = [];
    this.tell(code, []);
    this.changed();
  }

  sort(sorting: Sorting): void {
    this.shelf.sorting = sorting;
    this.shelf.sort(this.history.board);
    this.hooks.show();
  }

  private prune(): void {
    this.selected = this.selected.filter((id) => this.movable(id));
  }
}

const HOME: Hit = { on: 'rack', before: null, id: null };
