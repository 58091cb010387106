/**
 * The table widget: a rack and a table of melds, built by pointer, touch, keyboard or text.
 *
 * It depends only on the rules of melds: no server, turn, language or framework. It reports codes and
 * parameters; the owner translates them and decides when to submit the draft.
 *
 *     import { Table } from '.';
 *     import '../style/tokens.css';
 *     import '../style/tile.css';
 *     import '../style/tile-states.css';
 *     import './table.css';
 *
 *     const table = new Table(element, { law, labels, divide: ownBoxes, onChange, onAnnounce, onAsk, onZone });
 *     table.setTable({ set, table: readTable(text, set), rack: readTiles(rack, set) });
 *     table.setMode('play');       // my turn; 'ghost': prepare during other turns; 'look': watch
 *     table.melds                  // the current table in notation, for previews and Done
 *
 * Pointer: tap tiles on the rack and table in any order and then a target, or drag; press and hold to
 * pick a complete meld. A double tap puts a rack tile into the only meld that it fits, and returns a tile
 * placed this turn to the rack. Keys: arrows, Space picks, Enter drops or puts a tile where it fits, M
 * picks the meld, N makes a new meld, S splits before the tile, J changes what a joker stands for,
 * Backspace returns to the rack, X discards, U and R undo and redo, O tidies the table, Escape deselects.
 * A, H, D and C belong to the owner.
 *
 * The element must have a size: the widget fills it and never scrolls, and owns the elements inside.
 */

import type { Divide } from './layout/divide';
import { bare, readLay, readings, tileText, type Fact, type Lay, type Law, type Meld, type Tile } from '../rules';
import { draftTexts, meldOf, placedOf, rackOf, tilesIn, untouched, type Draft, type Id } from './state/draft';
import { deferred } from './draft_deferred';
import type { Control } from './control';
import type { LayoutMemory, Mode, Question, Zone } from './hooks';
import type { Deal } from './state/deal';
import type { Sorting } from './state/rack';
import type { Labels } from './labels';
import type { TableChange } from './motion/table_change';
import { lockedIn } from './dom/looks';
import { Widget } from './dom/widget';
import type { Places } from './layout/places';

export type { Draft, Control, Deal, Fact, Law, Lay, Meld, Mode, Question, Labels, Sorting, Tile, Zone };
export type { MeldLabel, TileLabel } from './labels';
export type { LayoutMemory, TableChange, Places };

export interface TableOptions {
  readonly law: Law;
  readonly labels: Labels;
  /** Computes the boxes unless `setPlaces` is called. If neither is used, the widget shows nothing. */
  readonly divide?: Divide;
  /** Stores the positions of the melds, so that they do not move on a reload. */
  readonly memory?: LayoutMemory;
  /** Called when the draft has changed. The owner may then send a preview, save the draft and show its errors. */
  readonly onChange?: (table: Table) => void;
  /**
   * Called to announce something in a live region; `params.tiles` are the tiles concerned. Codes: picked, let_go,
   * dropped, new_meld, home, split, joker_freed, joker_turned, undo, redo, reset, restored, rebased, blocked (with
   * `code`: several_places, nothing_to_move, not_its_tile, nothing_to_split, not_now, no_undo, no_redo, no_reset).
   * `meld` and `number` identify the target.
   */
  readonly onAnnounce?: (code: string, params: Readonly<Record<string, unknown>>) => void;
  /**
   * Called when a joker can represent several tiles, so that the owner can offer a choice. The widget already displays
   * the most likely meld.
   */
  readonly onAsk?: (question: Question, near: DOMRect | undefined) => void;
  /** The selection changed. */
  readonly onSelect?: (tiles: readonly Tile[]) => void;
  /** Called when the player requests a tile from a zone or drops rack tiles on it. The owner decides what happens. */
  readonly onZone?: (zone: string, act: 'take' | 'drop', tiles: readonly Tile[]) => void;
}

export interface SetTable {
  /** True, which is the default, to animate tiles and mark new ones as laid in the last play. */
  readonly animate?: boolean;
  /** True to drop the draft. By default, changes in the draft are preserved if they are still possible. */
  readonly fresh?: boolean;
  /** The cause of the change, which determines where new tiles come from and how many tiles were drawn face down. */
  readonly change?: TableChange;
  /** The tiles to mark when a table is shown for the first time: those laid in the last play, and those drawn. */
  readonly marks?: { readonly played: readonly Tile[]; readonly drawn: readonly Tile[] };
}

/** The table widget. It fills the given element. */
export class Table {
  private readonly widget: Widget;

  constructor(element: HTMLElement, options: TableOptions) {
    this.widget = new Widget(element, options.law, options.labels, {
      memory: options.memory,
      change: () => options.onChange?.(this),
      announce: (code, params) => options.onAnnounce?.(code, params),
      ask: (question) => options.onAsk?.(question, this.widget.pileBox(question.key)),
      select: () => options.onSelect?.(this.selected),
      zone: (zone, act, tiles) => options.onZone?.(zone, act, tiles),
    });
    this.widget.divide = options.divide;
  }

  /** The widget's controller, used for typed moves: `command(table.control, 'r5 b5 k5 > new')`. See command.ts. */
  get control(): Control {
    return this.widget.control;
  }
  get draft(): Draft {
    return this.control.history.draft;
  }
  /** The errors in the draft that the browser can detect. */
  get facts(): readonly Fact[] {
    return this.control.facts;
  }
  /** All piles on the table, in notation. If a pile is not a meld yet, its jokers are written as a plain `*`. */
  get melds(): readonly string[] {
    return draftTexts(this.draft);
  }
  /** The tiles placed this turn. */
  get placed(): readonly Tile[] {
    return placedOf(this.draft).map((piece) => piece.tile);
  }
  /** True if no tiles have been moved since the turn began. */
  get untouched(): boolean {
    return untouched(this.control.own);
  }
  get canUndo(): boolean {
    return this.control.history.past.length > 0;
  }
  /** The tiles on the rack, in their displayed order. */
  get rack(): readonly Tile[] {
    return tilesIn(this.control.draft, this.control.rack);
  }
  /** The picked tiles. */
  get selected(): readonly Tile[] {
    return this.control.selected.flatMap((id) => this.control.draft.pieces.get(id)?.tile ?? []);
  }
  /** The melds that the picked tiles form. */
  get forming(): readonly Meld[] {
    const { draft, forming } = this.control;
    return forming.flatMap((ids) => readings(tilesIn(draft, ids), draft.set)[0] ?? []);
  }
  /** True if the joker rules lock a meld that contains a picked tile. */
  get locked(): boolean {
    const { law, selected, draft } = this.control;
    return draft.piles.some((pile) => pile.ids.some((id) => selected.includes(id)) && lockedIn(draft, pile, law));
  }
  /** The points for the opening, including the melds that the picked tiles form. Null once the player has opened. */
  get openingPoints(): number | null {
    const { law, selected } = this.control;
    return law.opening && (deferred?.pointsWith(this.draft, selected, law.opening.jokers) ?? 0);
  }
  /** Table tiles that are currently not part of a meld. */
  get leftOver(): readonly Tile[] {
    const { pieces, piles } = this.draft;
    const loose = piles.filter((pile) => !meldOf(this.draft, pile)).flatMap((pile) => pile.ids);
    return loose.flatMap((id) => (pieces.get(id)!.origin === 'table' ? pieces.get(id)!.tile : []));
  }

  /** Lay the picked tiles. */
  lay(): void {
    this.control.newMeld(null);
  }

  /** Show the table sent by the server. Returns whether all changes in the draft could be preserved. */
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
   * Show another table, given in notation, or the player's own table again if null. By default, the table is an
   * unfinished play by another player, and new tiles come from seat `by`. If `own`, the table was built from this
   * player's rack and zones.
   */
  watch(
    melds: readonly string[] | null,
    { own = false, by }: { readonly own?: boolean; readonly by?: number } = {},
  ): void {
    if (melds && !own) this.widget.change = { by };
    this.control.watch(melds && this.read(melds), own);
  }

  /**
   * Show the draft as a plan on top of another player's unfinished table, which is given in notation. If null, stop
   * showing the plan.
   */
  plan(melds: readonly string[] | null, { by }: { readonly by?: number } = {}): void {
    if (melds) this.widget.change = { by };
    this.control.plan(melds && this.read(melds));
  }

  /**
   * Mark tiles that are on the rack or were on the table at the start of the turn. They are given in notation: a
   * joker as `*` or, with the tile that it represents, as `*b7`. An empty list removes all marks.
   */
  mark(tiles: readonly string[], area: 'rack' | 'table' = 'rack'): void {
    const left = tiles.map(bare);
    const { draft } = this;
    const all = area === 'rack' ? rackOf(draft).map(({ id }) => id) : draft.start.flatMap(({ ids }) => ids);
    this.markIds(
      all.filter((id) => {
        const at = left.indexOf(tileText(draft.pieces.get(id)!.tile));
        return at >= 0 && left.splice(at, 1).length > 0;
      }),
    );
  }

  /** Mark exactly these tiles. */
  markIds(ids: readonly Id[]): void {
    this.control.marked = new Set(ids);
    this.widget.schedule();
  }

  /** Restore a draft that was saved before a reload. Returns false if the draft is no longer possible. */
  restore(melds: readonly string[]): boolean {
    return this.control.restore(this.read(melds));
  }

  private read(melds: readonly string[]): Lay[] {
    return melds.map((text) => readLay(text, this.draft.set));
  }

  /** Set the boxes for the felt, the rack, the pool and the seats. If null, the `divide` option computes them. */
  setPlaces(places: Places | null): void {
    this.widget.setPlaces(places);
  }
  /** Arrange all melds in order: groups by number, and runs by colour and number. */
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
  /** Handle a key that was pressed outside the widget. */
  key(event: KeyboardEvent): void {
    this.widget.keyed(event);
  }
  destroy(): void {
    this.widget.destroy();
  }
}
