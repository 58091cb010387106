/**
 * The widget's controller. Manages the selection, and carries out taps, drops and key presses. Independent of the DOM
 * and the layout.
 *
 * Every change to the draft is made by {@link Control.commit}, which records it for undo.
 */

import { JOKER, type Fact, type Lay, type Law, type Meld } from '../rules';
import {
  laidOf,
  meldOf,
  pileOf,
  rackOf,
  reset,
  startMelds,
  tileAt,
  tilesIn,
  type Id,
  type Piece,
} from './state/draft';
import type { Deal } from './state/deal';
import type { Spot } from './layout/grid';
import { redo, step, undo, type DraftHistory } from './state/history';
import type { Hit } from './layout/layout';
import type { Goal, Moved } from './state/moves';
import { meldAround, type Sorting } from './state/rack';
import type { Hooks, Mode, Zone } from './hooks';
import type { TableChange } from './motion/table_change';
import { deferred } from './draft_deferred';
import { DisplayedState } from './displayed_state';

export class Control extends DisplayedState {
  /** The rack tiles that a hint highlights. */
  marked: ReadonlySet<Id> = new Set();
  /** The piles that the picked tile fits, if this help is turned on. */
  fits: ReadonlySet<number> | undefined;
  mode: Mode = 'look';
  /** Creates the small avatar shown beside a meld to indicate which seat changed it. Null if avatars are turned off. */
  sign: ((seat: number) => HTMLElement) | null = null;
  zones: Readonly<Record<string, Zone>> = {};
  /** The last position of each pile. A pile that reappears is shown at that position again. */
  readonly near = new Map<number, Spot>();

  constructor(
    public law: Law,
    private readonly hooks: Hooks,
  ) {
    super(law);
  }

  private picked: readonly Id[] = [];

  /** The selected tiles, in the order of their selection. */
  get selected(): readonly Id[] {
    return this.picked;
  }

  set selected(ids: readonly Id[]) {
    const same = `${ids}` === `${this.picked}`;
    this.picked = ids;
    if (!same) this.hooks.select();
  }

  get facts(): Fact[] {
    const draft = this.history.draft;
    return deferred?.facts(startMelds(draft), laidOf(draft), this.law) ?? [];
  }

  /** Show a new table. Unless *fresh*, changes in the draft are preserved as far as possible, and so is the selection. */
  deal(deal: Deal, fresh: boolean, change: TableChange = {}): { readonly kept: boolean } {
    const kept = this.takeOver(deal, fresh, change);
    if (fresh) this.selected = [];
    this.prune();
    if (!kept) this.report('rebased', []);
    return { kept };
  }

  /**
   * Show another table, or the player's own table again if null. *own* is true if a hint has built the other table from
   * the player's tiles.
   */
  watch(table: readonly Lay[] | null, own = false): void {
    this.showTable(table, Object.keys(this.zones), own);
    this.prune();
    this.hooks.show();
  }

  /** Show the player's draft as a plan on top of another player's table. If null, return to the player's own table. */
  plan(table: readonly Lay[] | null): void {
    this.planOn(table);
    this.prune();
    this.hooks.show();
  }

  /** Restore piles that were saved before a reload. Returns false if these piles are no longer possible. */
  restore(piles: readonly Lay[]): boolean {
    const draft = deferred?.restored(this.history.draft, piles) ?? null;
    if (draft) this.commit({ draft }, 'restored');
    return draft !== null;
  }

  /** The tiles on the rack, in their displayed order. */
  get rack(): Id[] {
    return this.rackOrder.shown(rackOf(this.draft).map((piece) => piece.id));
  }

  movable(id: Id): boolean {
    const piece = this.draft.pieces.get(id);
    if (!piece || this.watched) return false;
    if (piece.origin === 'rack' && !pileOf(this.draft, id)) return true;
    if (this.mode === 'look') return false;
    return !piece.origin.startsWith('zone:') || Boolean(this.zoneOf(piece).take);
  }

  private zoneOf(piece: Piece): Zone {
    return this.zones[piece.origin.slice('zone:'.length)] ?? {};
  }

  /** Select tiles, adding them to the selection if *add*. If all these tiles are selected already, deselect them. */
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

  /** Functions that handle a tap instead of {@link tap} if they return true, such as the teacher. */
  readonly taps = new Set<(hit: Hit) => boolean>();

  /**
   * Handle a tap: pick the tapped tile, or move the picked tiles to the tapped spot. If the spot is in a meld, only the
   * tiles that fit this meld are added to it. If no tile fits, the tapped tile is picked as well.
   */
  tap(hit: Hit, add: boolean): void {
    for (const handled of this.taps) if (handled(hit)) return;
    const id = 'id' in hit ? hit.id : null;
    const { selected } = this;
    if (!selected.length || add) return id ? this.tapTile(id, add) : undefined;
    const picks = hit.on === 'rack' || (hit.on === 'zone' && id !== null && this.plays(id));
    if (id && (picks || selected.includes(id))) return this.pick([id], true);
    if (hit.on === 'rack') return this.placed(selected).length ? this.drop(selected, hit) : this.letGo(selected);
    if (hit.on !== 'pile' || !id || !this.mayLay(selected)) return this.drop(selected, hit);
    const inMeld = selected.some((each) => pileOf(this.draft, each)?.key === hit.key);
    if (inMeld || !this.add(selected, hit)) this.pick([id], true);
  }

  /** Add the tiles that fit to a meld, and leave the rest selected. Returns false if no tile fits. */
  add(ids: readonly Id[], hit: Hit & { on: 'pile' }): boolean {
    const freed = this.replacing(ids, hit.id);
    const { taken, ...moved } = freed
      ? { ...freed, taken: ids }
      : (deferred?.fitting(this.draft, ids, hit) ?? { draft: this.draft, taken: [] });
    if (!taken.length || !this.mayLay(ids)) return false;
    this.commit(moved, freed ? 'joker_freed' : 'dropped', taken);
    this.selected = ids.filter((id) => !taken.includes(id));
    return true;
  }

  /** Deselect the tiles that are moved to the rack. Table tiles cannot be moved there, so they stay selected. */
  private letGo(ids: readonly Id[]): void {
    const laid = ids.filter((id) => pileOf(this.draft, id));
    this.clear();
    if (laid.length) this.blocked('table_tile_stays', laid);
  }

  /** Return the given tiles that were placed this turn, which may therefore return to the rack. */
  private placed(ids: readonly Id[]): Id[] {
    return ids.filter((id) => this.draft.pieces.get(id)!.origin !== 'table' && pileOf(this.draft, id));
  }

  /** The melds that the picked tiles form. The list is empty while the player cannot lay tiles. */
  get forming(): readonly (readonly Id[])[] {
    return this.mode === 'look' || this.watched ? [] : (deferred?.formed(this.draft, this.selected) ?? []);
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

  /**
   * Handle a double tap on a tile. A tile placed this turn returns to the rack, and a rack tile is added to the only
   * meld that it fits. For any other tile, select the meld that contains it, or report that it is not in a meld.
   */
  double(id: Id): void {
    const piece = this.draft.pieces.get(id);
    if (piece && this.inZone(id) && this.zoneOf(piece).take === 'ask') return;
    if (piece && piece.origin !== 'table' && pileOf(this.draft, id)) this.drop([id], HOME);
    else if (piece?.origin === 'table' || !this.fit(id)) {
      if (this.mode === 'look' || this.wholeOf(id).length > 1) this.take(id);
      else this.blocked(this.law.opening ? 'open_first' : 'fits_nowhere', [id]);
    }
  }

  /**
   * Add a tile to the only meld that it fits. If the tile fits several melds, select it and report this. Returns false
   * if it fits none.
   */
  fit(id: Id): boolean {
    const places =
      (this.mode !== 'look' && this.mayLay([id]) && deferred?.placesFor(this.draft, id, this.law)) || [];
    if (places.length === 1) this.commit(places[0]!.moved, 'dropped', [id]);
    else if (places.length) {
      this.selected = [id];
      this.blocked('several_places', [id]);
    }
    return places.length > 0;
  }

  /** Select the meld that contains a tile. This is a meld on the table, or one that tiles on the rack could form. */
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

  /** Move tiles to a meld, to an empty spot on the table, to the rack, or to a zone. */
  drop(ids: readonly Id[], hit: Hit): void {
    if (this.watched) return this.blocked('not_now', ids);
    if (hit.on === 'rack') return this.toRack(ids, hit.before);
    if (hit.on === 'zone') return this.toZone(ids, hit.zone);
    if (!this.mayLay(ids)) return this.blocked('not_now', ids);
    if (hit.on === 'table') return this.toTable(ids, hit.spot);
    const freed = this.replacing(ids, hit.id);
    this.commit(freed ?? this.moved(ids, hit), freed ? 'joker_freed' : 'dropped', ids);
  }

  /**
   * Return the draft after a tile has replaced the joker that it was dropped on. Returns null if the joker represents a
   * different tile.
   */
  private replacing(ids: readonly Id[], joker: Id | null): Moved | null {
    if (!joker || ids.length > 1 || tileAt(this.draft, joker) !== JOKER) return null;
    const moved = deferred?.replaceJoker(this.draft, ids[0]!, joker);
    return moved && !moved.blocked ? moved : null;
  }

  /** True if the rules allow laying these tiles on the table now. */
  mayLay(ids: readonly Id[]): boolean {
    return this.mode !== 'look' && ids.every((id) => !this.inZone(id) || this.plays(id));
  }

  /** Return the draft after dropping tiles on the table. */
  moved(ids: readonly Id[], hit: Hit & { on: 'pile' | 'table' }): Moved {
    if (hit.on === 'table') return this.move(ids, { to: 'new' });
    return this.replacing(ids, hit.id) ?? this.move(ids, { to: 'pile', key: hit.key, at: hit.at });
  }

  private move(ids: readonly Id[], goal: Goal, draft = this.draft): Moved {
    return deferred?.move(draft, ids, goal) ?? { draft, blocked: 'not_now' };
  }

  private plays(id: Id): boolean {
    const piece = this.draft.pieces.get(id);
    return piece !== undefined && this.zoneOf(piece).take === 'play';
  }

  private toTable(ids: readonly Id[], spot: Spot | null): void {
    const [first = ids, ...more] = deferred?.formed(this.draft, ids) ?? [];
    const from = pileOf(this.draft, first[0]!);
    const moved = this.move(first, { to: 'new' });
    if (moved.key !== undefined && spot) this.near.set(moved.key, spot);
    if (from && moved.key === from.key && spot) this.onMovePile(from.key, spot);
    this.commit(
      more.reduce((all, meld) => ({ ...all, ...this.move(meld, { to: 'new' }, all.draft) }), moved),
      'new_meld',
      ids,
    );
  }

  /** Called when a complete meld is moved, which does not change the draft. Set by the widget. */
  onMovePile: (key: number, spot: Spot) => void = () => {};
  /** Called with the tiles whose move was rejected. Set by the widget. */
  onRefuse: (ids: readonly Id[]) => void = () => {};

  private toRack(ids: readonly Id[], before: Id | null): void {
    const rack = ids.filter((id) => this.draft.pieces.get(id)?.origin === 'rack');
    const fromZone = ids.map((id) => this.draft.pieces.get(id)!).find((p) => this.inZone(p.id));
    if (fromZone && this.zoneOf(fromZone).take === 'ask') return this.takeFromZone(fromZone);
    if (before !== null && rack.length) this.rackOrder.put(rack, before);
    const placed = this.placed(ids);
    if (placed.length) return this.moveTo(placed, { to: 'home' }, 'home');
    // tiles from the table cannot be put back, so they remain selected until they are laid
    this.selected = ids.filter((id) => pileOf(this.draft, id));
    if (this.selected.length) this.blocked('table_tile_stays', this.selected);
    this.hooks.show();
  }

  private toZone(ids: readonly Id[], zone: string): void {
    if (this.from(zone, ids)) return this.moveTo(ids, { to: 'home' }, 'home');
    if (!this.takes(zone, ids)) return this.blocked('not_now', ids);
    this.deselect();
    this.hooks.zone(zone, 'drop', tilesIn(this.draft, ids));
  }

  private from(zone: string, ids: readonly Id[]): boolean {
    return ids.every((id) => this.draft.pieces.get(id)?.origin === `zone:${zone}`);
  }

  /**
   * True if these tiles may be dropped on a zone. Tiles that came from the zone may always return to it; rack tiles may
   * be dropped if the zone accepts tiles.
   */
  takes(zone: string, ids: readonly Id[]): boolean {
    const own = (id: Id): boolean => this.draft.pieces.get(id)?.origin === 'rack' && !pileOf(this.draft, id);
    return this.from(zone, ids) || (this.zones[zone]?.drop === true && ids.every(own));
  }

  /** Move tiles to *goal*, report the move as *code*, and clear the selection. */
  moveTo(ids: readonly Id[], goal: Goal, code: string): void {
    this.commit(this.move(ids, goal), code, ids);
  }

  /** Apply a move as a single undo step, and clear the selection. */
  commit(moved: Moved, code: string, ids: readonly Id[] = []): void {
    const blocked = moved.blocked ?? (this.watched && 'not_now');
    if (blocked) return this.blocked(blocked, ids);
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

  /** Render the widget after its owner has changed a property. */
  show(): void {
    this.hooks.show();
  }

  private ask(key: number, melds: readonly Meld[]): void {
    const answer = (meld: Meld): void => {
      this.history = step(this.history, deferred!.readAs(this.history.draft, key, meld));
      this.changed();
    };
    this.hooks.ask({ key, melds, answer });
  }

  private changed(): void {
    this.drawn = new Set();
    if (this.mode === 'play') this.last = this.touched = new Map();
    this.hooks.change();
    this.hooks.show();
  }

  private deselect(): void {
    this.selected = [];
    this.hooks.show();
  }

  /** Report that a move is impossible. */
  blocked(code: string, ids: readonly Id[] = []): void {
    this.report('blocked', ids, { code });
    this.hooks.show();
    if (code !== 'several_places') this.onRefuse(ids);
  }

  private report(code: string, ids: readonly Id[], params: object = {}): void {
    const tiles = ids.flatMap((id) => this.draft.pieces.get(id)?.tile ?? []);
    this.hooks.announce(code, { tiles, ...params });
  }

  /** Lay the selected tiles as new melds, at least one. Without a selection, use the focused tile. */
  newMeld(focus: Id | null): void {
    const ids = this.selected.length ? this.selected : focus ? [focus] : [];
    if (this.mode === 'look' || !ids.length) return this.blocked('not_now');
    this.toTable(ids, null);
  }

  undo = (): void => this.jump('undo', undo(this.history));
  redo = (): void => this.jump('redo', redo(this.history));
  reset = (): void => this.jump('reset', step(this.history, reset(this.history.draft)));

  private jump(code: string, to: DraftHistory): void {
    if (to === this.history || this.watched) return this.blocked(`no_${code}`);
    this.history = to;
    this.selected = [];
    this.report(code, []);
    this.changed();
  }

  sort(sorting: Sorting): void {
    this.rackOrder.sorting = sorting;
    this.rackOrder.sort(this.history.draft);
    this.drawn = new Set();
    this.hooks.show();
  }

  private prune(): void {
    this.selected = this.selected.filter((id) => this.movable(id));
  }
}

const HOME: Hit = { on: 'rack', before: null, id: null };
