/**
 * The table widget: a rack and a table of melds to be built by pointer, touch, keyboard or text.
 *
 * It knows what a meld is and nothing else: no server, no turn, no language, no framework. It reports
 * codes and parameters; the owner turns them into words and decides when the draft is submitted.
 *
 *     import { Table } from '.';
 *     import '../style/tokens.css';
 *     import '../style/tile.css';
 *     import '../style/tile-states.css';
 *     import './table.css';
 *
 *     const table = new Table(element, { law, labels, divide: ownBoxes, onChange, onAnnounce, onAsk, onZone });
 *     table.setTable({ set, table: readTable(text, set), rack: readTiles(rack, set) });
 *     table.setMode('play');       // my turn; 'ghost': prepare while others play; 'look': watch
 *     table.melds                  // what lies there now, in notation: for previews and for Done
 *
 * Pointer: tap tiles of rack and table in any order and then a place, or drag; hold takes the whole meld.
 * Double tap puts a tile of the rack into the only meld that it fits, and sends one placed this turn
 * home. Keys: arrows, Space picks, Enter drops or puts a tile where it fits, M takes the whole meld,
 * N new meld, S cuts before the tile, J lets a joker mean something else, Backspace sends home, X
 * discards, U and R undo and redo, O tidies the table, Escape lets go. A, H, D and C are left to the
 * owner.
 *
 * The element needs a size (it fills it and never scrolls). Elements inside it belong to the widget.
 */

import type { Divide } from './layout/divide';
import { readLay, readings, tileText, type Fact, type Lay, type Law, type Meld, type Tile } from '../rules';
import { draftTexts, meldOf, placedOf, tilesIn, untouched, type Draft } from './state/draft';
import { deferred } from './draft_deferred';
import type { Control } from './control';
import type { Mode, Question, Zone } from './hooks';
import type { Deal } from './state/deal';
import type { Sorting } from './state/rack';
import type { Labels } from './labels';
import type { TableChange } from './motion/table_change';
import { Widget } from './dom/widget';
import type { Places } from './layout/places';

export type { Draft, Control, Deal, Fact, Law, Lay, Meld, Mode, Question, Labels, Sorting, Tile, Zone };
export type { MeldLabel, TileLabel } from './labels';
export type { TableChange, Places };

export interface TableOptions {
  readonly law: Law;
  readonly labels: Labels;
  /** How the element is divided while no places are given; nothing is shown without either. */
  readonly divide?: Divide;
  /** The draft was changed: send a preview, save the draft, show the facts. */
  readonly onChange?: (table: Table) => void;
  /**
   * Something for a live region, `params.tiles` being the tiles concerned. Codes: picked, let_go,
   * dropped, new_meld, home, split, joker_freed, joker_turned, undo, redo, reset, restored,
   * rebased, blocked (with `code`: several_places, nothing_to_move, not_its_tile,
   * nothing_to_split, not_now, no_undo, no_redo, no_reset). `meld` and `number` say where to.
   */
  readonly onAnnounce?: (code: string, params: Readonly<Record<string, unknown>>) => void;
  /** A joker can represent several things; the likeliest lies there already. */
  readonly onAsk?: (question: Question, near: DOMRect | undefined) => void;
  /** Other tiles are picked up than before. */
  readonly onSelect?: (tiles: readonly Tile[]) => void;
  /** A tile of a zone was asked for, or rack tiles were dropped on a zone: the owner decides. */
  readonly onZone?: (zone: string, act: 'take' | 'drop', tiles: readonly Tile[]) => void;
}

export interface SetTable {
  /** Let tiles fly to their places and mark the new ones as the last play; true by default. */
  readonly animate?: boolean;
  /** Discard the draft; otherwise as much of it is kept as is still possible. */
  readonly fresh?: boolean;
  /** What led to it: where tiles come from, and the backs that others drew. */
  readonly change?: TableChange;
  /** What is marked on a table that was not shown before: the last play, and what was drawn. */
  readonly marks?: { readonly played: readonly Tile[]; readonly drawn: readonly Tile[] };
}

/** A table inside an element. */
export class Table {
  private readonly widget: Widget;

  constructor(element: HTMLElement, options: TableOptions) {
    this.widget = new Widget(element, options.law, options.labels, {
      change: () => options.onChange?.(this),
      announce: (code, params) => options.onAnnounce?.(code, params),
      ask: (question) => options.onAsk?.(question, this.widget.pileBox(question.key)),
      select: () => options.onSelect?.(this.selected),
      zone: (zone, act, tiles) => options.onZone?.(zone, act, tiles),
    });
    this.widget.divide = options.divide;
  }

  /** For typed moves: `command(table.control, 'r5 b5 k5 > new')`; see command.ts. */
  get control(): Control {
    return this.widget.control;
  }
  get draft(): Draft {
    return this.control.history.draft;
  }
  /** What is wrong with the draft, as far as the widget knows. */
  get facts(): readonly Fact[] {
    return this.control.facts;
  }
  /** Every meld on the table in notation, those that are none yet with bare jokers. */
  get melds(): readonly string[] {
    return draftTexts(this.draft);
  }
  /** The tiles placed in this turn. */
  get placed(): readonly Tile[] {
    return placedOf(this.draft).map((piece) => piece.tile);
  }
  /** Whether nothing was moved since the turn began. */
  get untouched(): boolean {
    return untouched(this.control.own);
  }
  get canUndo(): boolean {
    return this.control.history.past.length > 0;
  }
  /** The rack in the order in which it is shown. */
  get rack(): readonly Tile[] {
    return tilesIn(this.control.draft, this.control.rack);
  }
  /** The tiles picked up. */
  get selected(): readonly Tile[] {
    return this.control.selected.flatMap((id) => this.control.draft.pieces.get(id)?.tile ?? []);
  }
  /** The melds that the tiles picked up form. */
  get forming(): readonly Meld[] {
    const { draft, forming } = this.control;
    return forming.flatMap((ids) => readings(tilesIn(draft, ids), draft.set)[0] ?? []);
  }
  /** The points of the first melds with those that are picked up, or null if none are needed. */
  get openingPoints(): number | null {
    const { law, selected } = this.control;
    return law.opening && (deferred?.pointsWith(this.draft, selected, law.opening.jokers) ?? 0);
  }
  /** The table's own tiles that lie in no meld now. */
  get leftOver(): readonly Tile[] {
    const { pieces, piles } = this.draft;
    const loose = piles.filter((pile) => !meldOf(this.draft, pile)).flatMap((pile) => pile.ids);
    return loose.flatMap((id) => (pieces.get(id)!.origin === 'table' ? pieces.get(id)!.tile : []));
  }

  /** Lay what is picked up. */
  lay(): void {
    this.control.newMeld(null);
  }

  /** Show the table as the server sent it. Returns whether the draft was kept whole. */
  setTable(deal: Deal, { animate = true, fresh = false, change = {}, marks }: SetTable = {}): boolean {
    this.widget.change = change;
    this.widget.showRack = deal.rack !== undefined;
    if (change.dealt) this.control.rackOrder.forget();
    const { kept } = this.control.deal(deal, fresh, change);
    if (change.dealt || marks) this.markNew(marks ?? { played: [], drawn: [] });
    this.widget.schedule({ still: !animate, grow: true });
    return kept;
  }

  private markNew({ played, drawn }: { readonly played: readonly Tile[]; readonly drawn: readonly Tile[] }): void {
    const { control, draft } = this;
    const onRack = new Set(control.rack);
    const find = (tiles: readonly Tile[], rack: boolean): Set<string> => {
      const ids = [...draft.pieces.values()].filter(({ id }) => onRack.has(id) === rack);
      return new Set(
        tiles.flatMap((tile) =>
          ids.splice(ids.findLastIndex((each) => each.tile === tile) >>> 0, 1).map(({ id }) => id),
        ),
      );
    };
    control.last = new Map([...find(played, false)].map((id) => [id, undefined]));
    control.drawn = find(drawn, true);
    control.rackOrder.toEnd([...control.drawn]);
  }

  setMode(mode: Mode): void {
    this.control.mode = mode;
    this.widget.schedule();
  }

  setLaw(law: Law): void {
    this.control.law = law;
    this.widget.schedule();
  }

  setZones(zones: Readonly<Record<string, Zone>>): void {
    this.control.zones = zones;
    this.widget.schedule();
  }

  /**
   * Show another table, in notation; null goes back to one's own. It is another player's working
   * table, tiles coming from the seat `by`, or with `own` one that the tiles of this rack and its
   * zones would make.
   */
  watch(
    melds: readonly string[] | null,
    { own = false, by }: { readonly own?: boolean; readonly by?: number } = {},
  ): void {
    if (melds && !own) this.widget.change = { by };
    this.control.watch(melds && this.read(melds), own);
  }

  /** Show the draft as a plan on another player's working table, in notation; null: on its own again. */
  plan(melds: readonly string[] | null, { by }: { readonly by?: number } = {}): void {
    if (melds) this.widget.change = { by };
    this.control.plan(melds && this.read(melds));
  }

  /** Mark tiles of the rack, or of the table as it was, in notation; none takes the marks away. */
  mark(tiles: readonly string[], area: 'rack' | 'table' = 'rack'): void {
    const left = [...tiles];
    const { control } = this;
    const all = area === 'rack' ? control.rack : control.history.draft.start.flatMap(({ ids }) => ids);
    const wanted = all.filter((id) => {
      const at = left.indexOf(tileText(control.draft.pieces.get(id)!.tile));
      return at >= 0 && left.splice(at, 1).length > 0;
    });
    control.marked = new Set(wanted);
    this.widget.schedule();
  }

  /** Restore a draft from before a reload; false if it is no longer possible. */
  restore(melds: readonly string[]): boolean {
    return this.control.restore(this.read(melds));
  }

  private read(melds: readonly string[]): Lay[] {
    return melds.map((text) => readLay(text, this.draft.set));
  }

  /** Take felt, rack, pool and seats where the page shows them; null: divide the element as the options say. */
  setPlaces(places: Places | null): void {
    this.widget.setPlaces(places);
  }
  /** Lay all melds in order: groups by number, runs by colour and number. */
  tidy(): void {
    this.widget.tidy();
  }
  sortRack(sorting: Sorting): void {
    this.control.sort(sorting);
  }
  undo(): void {
    this.control.undo();
  }
  redo(): void {
    this.control.redo();
  }
  reset(): void {
    this.control.reset();
  }
  clearSelection(): void {
    this.control.clear();
  }
  focus(): void {
    this.widget.takeFocus();
  }
  /** A key that was pressed elsewhere on the page. */
  key(event: KeyboardEvent): void {
    this.widget.keyed(event);
  }
  destroy(): void {
    this.widget.destroy();
  }
}
