/**
 * The controller of the widget: what is selected, and what a tap, a drop or a key does. No DOM, no layout.
 *
 * Every change of the draft goes through {@link Control.commit}, which keeps the history.
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
  type Draft,
  type Id,
  type Piece,
} from './state/draft';
import { dealt, newcomers, asDraft, sameDeal, type Deal } from './state/deal';
import type { Spot } from './layout/fit';
import { begin, redo, step, undo, type DraftHistory } from './state/history';
import type { Hit } from './layout/layout';
import { move, reset, replaceJoker, readAs, split, type Goal, type Moved } from './state/moves';
import { RackOrder, meldAround, type Sorting } from './state/rack';
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

/** What the widget reports; the owner turns codes into words. */
export interface Hooks {
  readonly change: () => void;
  readonly show: () => void;
  readonly announce: (code: string, params: Readonly<Record<string, unknown>>) => void;
  readonly ask: (question: Question) => void;
  readonly select: () => void;
  readonly zone: (zone: string, act: 'take' | 'drop', tiles: readonly Tile[]) => void;
}

export class Control {
  history: DraftHistory;
  watched: Draft | null = null;
  /** Whether the watched table is made of the player's own tiles, as by a hint. */
  hinted = false;
  /** The tiles of the rack that a hint names. */
  marked: ReadonlySet<Id> = new Set();
  readonly rackOrder = new RackOrder();
  mode: Mode = 'look';
  zones: Readonly<Record<string, Zone>> = {};
  /** Where piles lay last or were dropped; a pile that comes back goes there. */
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

  /** The draft that is shown: the player's own, or one that is watched. */
  get draft(): Draft {
    return this.watched ?? this.history.draft;
  }

  get facts(): Fact[] {
    const draft = this.history.draft;
    return facts(startMelds(draft), laidOf(draft), this.law);
  }

  /** Take over a new table; the draft is kept as far as it is still possible unless *fresh*. */
  deal(deal: Deal, fresh: boolean): { readonly kept: boolean } {
    const shown = this.draft;
    const own = this.history.draft;
    if (!fresh && sameDeal(own, deal)) {
      this.dealtBefore = true;
      this.watched = null; // the same table: the draft stays, with its history
      return { kept: true };
    }
    const result =
      fresh || untouched(own) ? { draft: dealt(shown, deal), whole: true } : rebase(own, deal);
    this.watched = null;
    this.history = begin(result.draft);
    this.last = this.newTilesOf(own, result.draft);
    this.rackOrder.sort(result.draft);
    this.prune();
    if (!result.whole) this.report('rebased', []);
    return { kept: result.whole };
  }

  /** The tiles that are new with a deal, or the last ones if it has none. */
  private newTilesOf(old: Draft, draft: Draft): ReadonlySet<Id> {
    const known = this.dealtBefore;
    this.dealtBefore = true;
    const came = known ? newcomers(old, draft) : [];
    return new Set(came.length ? came : [...this.last].filter((id) => draft.pieces.has(id)));
  }

  private dealtBefore = false;

  /** Show another table, or the player's own again; *own*: made of the player's tiles, as of a hint. */
  watch(table: readonly Lay[] | null, own = false): void {
    const mine = this.history.draft;
    const zones = Object.keys(this.zones);
    this.watched = table && asDraft(mine, this.watched ?? reset(mine), { table, zones, own });
    this.hinted = own && table !== null;
    this.prune();
    this.hooks.show();
  }

  /** Restore the piles from before a reload; false if that is no longer possible. */
  restore(piles: readonly Lay[]): boolean {
    const draft = restored(this.history.draft, piles);
    if (draft) this.commit({ draft }, 'restored');
    return draft !== null;
  }

  /** The rack as it is shown. */
  get rack(): Id[] {
    return this.rackOrder.shown(rackOf(this.draft).map((piece) => piece.id));
  }

  movable(id: Id): boolean {
    const piece = this.draft.pieces.get(id);
    if (!piece || this.watched) return false;
    if (piece.origin === 'rack' && !pileOf(this.draft, id)) return true;
    if (this.mode === 'look') return false;
    return !piece.origin.startsWith('zone:') || this.zoneOf(piece).take !== undefined;
  }

  private zoneOf(piece: Piece): Zone {
    return this.zones[piece.origin.slice('zone:'.length)] ?? {};
  }

  /** Select tiles, or add them to the selection; tiles that are all selected are deselected. */
  pick(ids: readonly Id[], add: boolean): void {
    const movable = ids.filter((id) => this.movable(id));
    const had = movable.length > 0 && movable.every((id) => this.selected.includes(id));
    const rest = add ? this.selected.filter((id) => !movable.includes(id)) : [];
    this.selected = had ? rest : [...rest, ...movable];
    this.report(had ? 'let_go' : 'picked', movable);
    this.hooks.show();
  }

  clear(): void {
    if (this.selected.length) this.report('let_go', this.selected);
    this.selected = [];
    this.hooks.show();
  }

  /** Tap: select a tile, or move the selection to where the tap is. */
  tap(hit: Hit, add: boolean): void {
    const id = 'id' in hit ? hit.id : null;
    const { selected } = this;
    if (!selected.length || add) return id ? this.tapTile(id, add) : undefined;
    const inHand = selected.every((each) => !pileOf(this.draft, each));
    const more = hit.on === 'rack' || (hit.on === 'zone' && id !== null && this.plays(id));
    if (inHand && id && more) return this.pick([id], true);
    if (hit.on === 'pile' && selected.every((each) => pileOf(this.draft, each)?.key === hit.key)) {
      return this.pick([id!], true);
    }
    if (hit.on === 'rack' && inHand) return this.clear();
    this.drop(selected, hit);
  }

  private tapTile(id: Id, add: boolean): void {
    const piece = this.draft.pieces.get(id);
    if (piece && this.inZone(id) && this.zoneOf(piece).take === 'ask') this.takeFromZone(piece);
    else this.pick([id], add);
  }

  private inZone(id: Id): boolean {
    const origin = this.draft.pieces.get(id)?.origin ?? '';
    return origin.startsWith('zone:') && !pileOf(this.draft, id);
  }

  private takeFromZone(piece: Piece): void {
    this.hooks.zone(piece.origin.slice('zone:'.length), 'take', [piece.tile]);
  }

  /** Double tap: send home a tile that was placed in this turn, else select its whole meld. */
  double(id: Id): void {
    const piece = this.draft.pieces.get(id);
    if (piece && this.inZone(id) && this.zoneOf(piece).take === 'ask') return;
    if (piece && piece.origin !== 'table' && pileOf(this.draft, id)) this.drop([id], HOME);
    else this.take(id);
  }

  /** Select the whole meld of a tile, on the table or possible on the rack. */
  take(id: Id): void {
    this.selected = [];
    this.pick(this.wholeOf(id), false);
  }

  wholeOf(id: Id): readonly Id[] {
    const pile = pileOf(this.draft, id);
    if (pile) return pile.ids;
    const piece = this.draft.pieces.get(id);
    if (!piece || piece.origin !== 'rack') return [id];
    return meldAround(piece, rackOf(this.draft), this.draft.set);
  }

  /** Move tiles to a meld, the empty table, the rack or a zone. */
  drop(ids: readonly Id[], hit: Hit): void {
    if (this.watched) return;
    if (hit.on === 'rack') return this.toRack(ids, hit.before);
    if (hit.on === 'zone') return this.toZone(ids, hit.zone);
    if (!this.mayLay(ids)) return this.obstacle('not_now');
    if (hit.on === 'table') return this.toTable(ids, hit.spot);
    const freed = this.replacing(ids, hit.id);
    this.commit(freed ?? this.moved(ids, hit), freed ? 'joker_freed' : 'dropped', ids);
  }

  /** The draft with a tile in the place of the joker that it was dropped on, if the joker represents it. */
  private replacing(ids: readonly Id[], joker: Id | null): Moved | null {
    if (!joker || ids.length > 1 || tileAt(this.draft, joker) !== JOKER) return null;
    const moved = replaceJoker(this.draft, ids[0]!, joker);
    return moved.obstacle ? null : moved;
  }

  /** Whether tiles may be laid on the table now. */
  mayLay(ids: readonly Id[]): boolean {
    return this.mode !== 'look' && ids.every((id) => !this.inZone(id) || this.plays(id));
  }

  /** What a drop on the table would do. */
  moved(ids: readonly Id[], hit: Hit & { on: 'pile' | 'table' }): Moved {
    if (hit.on === 'table') return move(this.draft, ids, { to: 'new' });
    return this.replacing(ids, hit.id) ?? move(this.draft, ids, { to: 'pile', key: hit.key, at: hit.at });
  }

  private plays(id: Id): boolean {
    const piece = this.draft.pieces.get(id);
    return piece !== undefined && this.zoneOf(piece).take === 'play';
  }

  private toTable(ids: readonly Id[], spot: Spot | null): void {
    const from = pileOf(this.draft, ids[0]!);
    const moved = move(this.draft, ids, { to: 'new' });
    if (moved.key !== undefined && spot) this.near.set(moved.key, spot);
    if (from && moved.key === from.key && spot) this.onMovePile(from.key, spot);
    this.commit(moved, 'new_meld', ids);
  }

  /** Set by the widget: a whole meld was moved on the table, which does not change the draft. */
  onMovePile: (key: number, spot: Spot) => void = () => {};

  private toRack(ids: readonly Id[], before: Id | null): void {
    const rack = ids.filter((id) => this.draft.pieces.get(id)?.origin === 'rack');
    const fromZone = ids.map((id) => this.draft.pieces.get(id)!).find((p) => this.inZone(p.id));
    if (fromZone && this.zoneOf(fromZone).take === 'ask') return this.takeFromZone(fromZone);
    if (before !== null && rack.length) this.rackOrder.put(rack, before);
    if (ids.some((id) => pileOf(this.draft, id))) this.moveTo(ids, { to: 'home' }, 'home');
    else this.deselect();
  }

  private toZone(ids: readonly Id[], zone: string): void {
    if (this.from(zone, ids)) return this.moveTo(ids, { to: 'home' }, 'home');
    if (!this.takes(zone, ids)) return this.obstacle('not_now');
    this.deselect();
    this.hooks.zone(zone, 'drop', tilesIn(this.draft, ids));
  }

  private from(zone: string, ids: readonly Id[]): boolean {
    return ids.every((id) => this.draft.pieces.get(id)?.origin === `zone:${zone}`);
  }

  /** Whether tiles may be dropped on a zone: its own, or of the rack where it takes them. */
  takes(zone: string, ids: readonly Id[]): boolean {
    const own = (id: Id): boolean => this.draft.pieces.get(id)?.origin === 'rack' && !pileOf(this.draft, id);
    return this.from(zone, ids) || (this.zones[zone]?.drop === true && ids.every(own));
  }

  /** Move tiles to *goal* and report *code*; then nothing is selected. */
  moveTo(ids: readonly Id[], goal: Goal, code: string): void {
    this.commit(move(this.draft, ids, goal), code, ids);
  }

  private commit(moved: Moved, code: string, ids: readonly Id[] = []): void {
    if (moved.obstacle) return this.obstacle(moved.obstacle, ids);
    const before = this.history;
    this.history = step(this.history, moved.draft);
    this.selected = [];
    const pile = moved.draft.piles.find(({ key }) => key === moved.key);
    const meld = pile ? meldOf(moved.draft, pile) : null;
    this.report(code, ids, { meld, number: pile ? moved.draft.piles.indexOf(pile) + 1 : 0 });
    if (this.history !== before) this.changed();
    else this.hooks.show();
    if (moved.ask && pile) this.ask(pile.key, moved.ask);
  }

  private ask(key: number, melds: readonly Meld[]): void {
    const answer = (meld: Meld): void => {
      this.history = step(this.history, readAs(this.history.draft, key, meld));
      this.changed();
    };
    this.hooks.ask({ key, melds, answer });
  }

  private changed(): void {
    this.last = new Set();
    this.hooks.change();
    this.hooks.show();
  }

  private deselect(): void {
    this.selected = [];
    this.hooks.show();
  }

  private obstacle(code: string, ids: readonly Id[] = []): void {
    this.report('obstacle', ids, { code });
    this.hooks.show();
  }

  private report(code: string, ids: readonly Id[], params: object = {}): void {
    const tiles = ids.flatMap((id) => this.draft.pieces.get(id)?.tile ?? []);
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
    const pile = pileOf(this.draft, id);
    if (!pile || this.mode === 'look') return this.obstacle('nothing_to_split');
    this.commit(split(this.draft, pile.key, pile.ids.indexOf(id)), 'split', [id]);
  }

  /** Let the jokers of a meld represent the next tiles that they can represent. */
  turnJoker(id: Id): void {
    const pile = pileOf(this.draft, id);
    const now = pile ? meldOf(this.draft, pile) : null;
    const ways = pile ? readings(tilesIn(this.draft, pile.ids), this.draft.set) : [];
    if (!pile || !now || ways.length < 2 || this.mode === 'look') return this.obstacle('not_now');
    const at = ways.findIndex((way) => JSON.stringify(way) === JSON.stringify(now));
    const next = ways[(at + 1) % ways.length]!;
    this.commit({ draft: readAs(this.draft, pile.key, next), key: pile.key }, 'joker_turned', [id]);
  }

  undo = (): void => this.jump('undo', undo(this.history));
  redo = (): void => this.jump('redo', redo(this.history));
  reset = (): void => this.jump('reset', step(this.history, reset(this.history.draft)));

  private jump(code: string, to: DraftHistory): void {
    if (to === this.history || this.watched) return this.obstacle(`no_${code}`);
    this.history = to;
    this.selected = [];
    this.report(code, []);
    this.changed();
  }

  sort(sorting: Sorting): void {
    this.rackOrder.sorting = sorting;
    this.rackOrder.sort(this.history.draft);
    this.hooks.show();
  }

  private prune(): void {
    this.selected = this.selected.filter((id) => this.movable(id));
  }
}

const HOME: Hit = { on: 'rack', before: null, id: null };
