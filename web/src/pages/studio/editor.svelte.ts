/**
 * Edits a position and a play, either in the widget or as text.
 *
 * In the `position` stage, all tiles belong to the rack and can be moved. In the `play` stage, the table is fixed,
 * and the widget allows the same moves as in a game.
 */

import {
  NotationError,
  STANDARD,
  meldText,
  meldTexts,
  readTable,
  readTiles,
  sorted,
  tileText,
  tilesText,
  without,
  type Fact,
  type Law,
  type Tile,
  type TileSet,
} from '../../rules';
import { Table, type Places, type Question } from '../../table';
import { command } from '../../table/command';
import { loadDeferred } from '../../table/draft_deferred';
import { laidTiles } from '../../table/state/deal';
import { t } from '../../text/messages.svelte';
import { announce, toast } from '../../device/announce.svelte';
import { reducedMotion } from '../../device/settings.svelte';
import { sound } from '../../device/sound';
import { factText } from '../../text/facts';
import { announcement, isRefusal, labels } from '../../text/widget';
import { tilesShort } from '../../text/tiles';
import { noMeld } from '../../text/reasons';
import { joins, readPiles, readLoose, tooMany } from '../../rules/piles';

export type Stage = 'position' | 'play';
export type Text = 'table' | 'rack' | 'after';
type Texts = Readonly<Record<Text, string>>;

const MELDS = ' / ';
/** The tiles of a new position belong to no turn, so they are not marked as played or drawn. */
const NO_MARKS = { played: [], drawn: [] };
const SLOTS = 8; // the minimum number of tiles to leave room for on the rack
const STEP_TIME = 900; // milliseconds per step of a play

// the deferred code is needed immediately, because adding a tile changes the draft
await loadDeferred();

export class PositionEditor {
  /** The rules for the web client's own checks. */
  law: Law = $state.raw()!;
  stage = $state.raw<Stage>('position');
  texts = $state.raw<Texts>({ table: '', rack: '', after: '' });
  /** The error in a text field, or an empty string. */
  wrong = $state.raw('');
  /** Descriptions of the errors that the browser found on the table. */
  facts = $state.raw<readonly string[]>([]);
  question = $state.raw<Question | null>(null);
  picked = $state.raw(0);
  touched = $state.raw(false);
  undoable = $state.raw(false);
  /** The table after the play that the studio proposed last, or an empty string. */
  private proposed = $state.raw('');
  /** The tiles that the play leaves on the rack, in notation. */
  left = $state.raw('');
  /** All tiles in the position. Jokers are listed without the tiles they represent. */
  tiles = $state.raw<readonly Tile[]>([]);
  private table: Table | null = null;
  private places: Places | null = null;
  private past: readonly Texts[] = [];
  private laying = false;
  private typing: Text | null = null;

  constructor(
    law: Law,
    /** Called after a change to the position or the play. */
    private readonly changed: () => void,
  ) {
    this.law = law;
  }

  get set(): TileSet {
    return this.law.tiles;
  }

  /**
   * True if a play can start from this position. This requires that every pile on the table is a meld and that the tile
   * set contains all the tiles used.
   */
  get whole(): boolean {
    return this.stage === 'play' || (!this.facts.length && !this.wrong);
  }

  /** The table in the stage that is shown. */
  get shown(): string {
    return (this.stage === 'play' && this.texts.after) || this.texts.table;
  }

  /** The table after the play that is shown if the user has made it, or an empty string. */
  get own(): string {
    const { after } = this.texts;
    return this.stage === 'play' && after && !isSameTable(after, this.proposed) ? after : '';
  }

  attach(element: HTMLElement): () => void {
    const table = new Table(element, {
      law: this.law,
      labels: {
        ...labels,
        // in the `position` stage, no tile counts as placed during this turn
        tile: (tile, where) => labels.tile(tile, this.stage === 'position' ? { ...where, placed: false } : where),
      },
      onChange: () => this.draftChanged(),
      onSelect: (tiles) => (this.picked = tiles.length),
      onAsk: (question) => (this.question = question),
      onAnnounce: (code, params) => {
        if (this.laying) return;
        const text = announcement(code, params);
        if (code === 'blocked') toast(text, isRefusal(params.code) ? 'bad' : 'plain');
        else announce(text);
        if (['dropped', 'new_meld', 'home'].includes(code)) sound('lay');
      },
    });
    this.table = table;
    table.setMode('play');
    return () => table.destroy();
  }

  setPlaces(places: Places): void {
    this.places = places;
    this.fit();
  }

  /**
   * Leave room for the tiles of the rack. In the `position` stage, those on the table came from the rack too, but keep no
   * place there.
   */
  private fit(): void {
    const { table, places, stage } = this;
    if (!table || !places?.rack) return;
    const all = stage === 'play' ? table.placed.length + table.rack.length : table.rack.length;
    const rack = { ...places.rack, slots: Math.max(SLOTS, all), packed: stage === 'position' };
    table.setPlaces({ ...places, rack });
  }

  /** Handle a key that was pressed outside the widget. */
  key(event: KeyboardEvent): void {
    this.table?.key(event);
  }

  /** Load a position, and its rules for jokers and opening. The texts may also contain a play. */
  lay(texts: Texts, law: Law = this.law): void {
    this.law = law;
    this.texts = texts;
    this.past = [];
    this.stage = 'position';
    this.show();
    if (texts.after && this.whole) this.play();
  }

  /** Show another play in the `play` stage: the table after it, or an empty text to lay nothing. */
  propose(after: string): void {
    this.proposed = after;
    this.texts = { ...this.texts, after };
    this.play();
  }

  /** Switch to the `play` stage. */
  play(): void {
    this.stage = 'play';
    this.show();
  }

  /** Switch back to the `position` stage. The play is remembered until the position changes. */
  arrange(): void {
    this.stage = 'position';
    this.show();
  }

  /** Apply text typed into a field. If it cannot be parsed, keep it in the field and show the error. */
  type(text: Text, typed: string): void {
    // combine everything typed into a field without interruption into one undo step
    if (text !== this.typing) this.remember();
    this.typing = text;
    this.texts = { ...this.texts, [text]: typed, ...(text === 'after' ? {} : { after: '' }) };
    this.show();
  }

  /** Rewrite a field's text in canonical notation after the field has lost focus. */
  typed(): void {
    this.typing = null;
    if (!this.wrong) this.write();
  }

  /**
   * Add a tile to the rack or the table. On the table, it joins the last pile if it fits there; otherwise it starts a
   * new one.
   */
  add(tile: Tile, where: 'table' | 'rack'): void {
    const { table } = this;
    if (!table) return;
    if (this.stage === 'play') this.arrange();
    this.remember();
    const last = table.draft.piles.at(-1);
    const pile = last?.ids.map((id) => table.draft.pieces.get(id)!.tile) ?? [];
    const onto = pile.length && joins(pile, tile, this.set) ? table.draft.piles.length : 'new';
    this.quietly(() => {
      table.setTable({ set: this.set, table: [], rack: [...this.tiles, tile] }, { marks: NO_MARKS });
      if (where === 'table') command(table.control, `${tileText(tile)} > ${onto}`);
    });
    this.draftChanged();
  }

  /** Remove the selected tiles from the position. */
  remove(): void {
    const { table } = this;
    if (!table?.control.selected.length) return;
    this.remember();
    const away = table.selected;
    const places = table.control.selected.flatMap((id) => {
      const meld = table.draft.piles.findIndex(({ ids }) => ids.includes(id));
      return meld < 0 ? [] : `${meld + 1}.${table.draft.piles[meld]!.ids.indexOf(id) + 1}`;
    });
    this.quietly(() => {
      if (places.length) command(table.control, `${places.join(' ')} > rack`);
      table.clearSelection();
      table.setTable({ set: this.set, table: [], rack: without(this.tiles, away) });
    });
    this.draftChanged();
  }

  /** The tiles of the table that is shown, in a fixed order, or the tiles of the rack if it has none. */
  get loose(): string {
    try {
      return tilesText(sorted(readLoose(this.shown.trim() ? this.shown : this.texts.rack, this.set)));
    } catch (error) {
      if (error instanceof NotationError) return '';
      throw error;
    }
  }

  /** Lay the loose tiles as this table. */
  arrangeAs(after: string): void {
    if (this.stage === 'play') {
      this.texts = { ...this.texts, after };
      return this.show();
    }
    const { table, rack } = this.texts;
    const used = readLoose(after, this.set);
    const left = table.trim() ? readLoose(rack, this.set) : without(readLoose(rack, this.set), used);
    this.remember();
    this.stage = 'position';
    this.texts = { table: after, rack: tilesText(left), after: '' };
    this.show();
  }

  clear(): void {
    this.stage = 'position';
    this.remember();
    this.texts = { table: '', rack: '', after: '' };
    this.show();
  }

  undo(): void {
    if (this.stage === 'play') return this.table?.undo();
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.texts = before;
    this.show();
  }

  reset(): void {
    this.table?.reset();
  }

  /**
   * Show the rows of tiles after each step of a play, one step after another, and call *onstep* with the step's number.
   * If animations are off, show only the resulting table, *after*.
   */
  async demonstrate(
    rows: readonly (readonly string[][])[],
    after: string,
    onstep: (step: number) => void,
  ): Promise<void> {
    const { table } = this;
    if (!table) return;
    this.propose('');
    if (!reducedMotion()) {
      for (const [step, row] of rows.entries()) {
        onstep(step);
        table.watch(
          row.filter((pile) => pile.length).map((pile) => pile.join(' ')),
          { own: true },
        );
        await new Promise((done) => setTimeout(done, STEP_TIME));
      }
      table.watch(null);
    }
    this.propose(after);
  }

  /** Show the tables after the turns of other players, one after another. */
  async follow(turns: readonly { readonly seat: number; readonly table: string }[]): Promise<void> {
    if (reducedMotion()) return;
    for (const { seat, table } of turns) {
      this.table?.watch(meldTexts(table), { by: seat });
      await new Promise((done) => setTimeout(done, STEP_TIME));
    }
    this.table?.watch(null);
  }

  answer(choice: number): void {
    const meld = this.question?.melds[choice];
    const answer = this.question?.answer;
    this.question = null;
    if (meld) answer?.(meld);
  }

  private remember(): void {
    if (this.stage === 'position') this.past = [...this.past, this.texts];
  }

  /** Show the position from the text fields in the widget, without announcing the change to screen readers. */
  private show(): void {
    this.wrong = '';
    this.question = null;
    try {
      this.quietly(() => (this.stage === 'play' ? this.showPlay() : this.showPosition()));
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      this.wrong = badText(String(error.params.word ?? ''));
    }
    this.update();
  }

  private showPosition(): void {
    const { set, table } = this;
    const { lays, unclear } = readPiles(this.texts.table, set);
    const tiles = [...lays.flatMap(laidTiles), ...readLoose(this.texts.rack, set)];
    table?.setLaw({ ...this.law, opening: null, jokerMelds: 'free' });
    table?.setTable({ set, table: [], rack: tiles }, { fresh: true, animate: !reducedMotion() });
    const parts = lays.map((lay) => ('kind' in lay ? meldText(lay) : tilesText(lay)));
    if (parts.length) table?.restore(parts);
    if (!unclear) return;
    const rest = parts.with(unclear.at, '');
    this.question = {
      key: 0,
      melds: unclear.ways,
      answer: (meld) => this.type('table', rest.with(unclear.at, meldText(meld)).join(MELDS)),
    };
  }

  private showPlay(): void {
    const { set, texts } = this;
    const melds = readTable(texts.table, set);
    const rack = readLoose(texts.rack, set);
    const { table } = this;
    table?.setLaw(this.law);
    table?.setTable({ set, table: melds, rack }, { fresh: true, animate: !reducedMotion(), marks: NO_MARKS });
    table?.sortRack('melds');
    if (!texts.after) return;
    const { lays } = readPiles(texts.after, set);
    const laid = lays.flatMap(laidTiles);
    const there = melds.flatMap(laidTiles);
    const missing = without(there, laid);
    const foreign = without(without(laid, there), rack);
    if (missing.length) this.wrong = t('refusal.table_tile_missing', { tiles: words(missing) });
    else if (foreign.length) this.wrong = t('refusal.not_on_rack', { tiles: words(foreign) });
    else table?.restore(lays.map((lay) => ('kind' in lay ? meldText(lay) : tilesText(lay))));
  }

  private quietly(work: () => void): void {
    this.laying = true;
    try {
      work();
    } finally {
      this.laying = false;
    }
  }

  /** Update the text fields after the user has moved tiles inside the widget. */
  private draftChanged(): void {
    if (this.laying) return;
    this.wrong = '';
    const before = this.texts;
    this.write();
    const { table, rack } = this.texts;
    const moved = this.stage === 'position' && (table !== before.table || rack !== before.rack);
    if (moved && this.past.at(-1) !== before) this.past = [...this.past, before];
    if (moved) this.texts = { ...this.texts, after: '' };
    this.update();
  }

  private write(): void {
    const { table } = this;
    if (!table) return;
    const laid = table.melds.join(MELDS);
    const { texts } = this;
    this.texts =
      this.stage === 'play'
        ? { ...texts, after: table.untouched ? '' : laid }
        : { ...texts, table: laid, rack: tilesText(table.rack) };
  }

  private update(): void {
    const { table } = this;
    this.tiles = table ? sorted([...table.draft.pieces.values()].map(({ tile }) => tile)) : [];
    this.left = tilesText(table?.rack ?? []);
    this.touched = this.stage === 'play' ? !(table?.untouched ?? true) : this.tiles.length > 0;
    this.undoable = this.stage === 'play' ? (table?.canUndo ?? false) : this.past.length > 0;
    const many = tooMany(this.set, this.tiles);
    this.facts = [
      ...(many.length ? [t('studio.toomany', { tiles: words(many) })] : []),
      ...(table?.facts ?? []).map((fact) => this.factText(fact)),
    ];
    this.fit();
    this.changed();
  }

  private factText(fact: Fact): string {
    return fact.code === 'invalid_meld' ? noMeld(this.table?.melds[fact.meld] ?? '', this.set) : factText(fact);
  }
}

/** Return whether two tables have the same melds, in any order. */
export const isSameTable = (one: string, other: string): boolean =>
  one.split(MELDS).sort().join(MELDS) === other.split(MELDS).sort().join(MELDS);

/** Explain that a text cannot be read: it is no tile, or a tile that the rules do not have. */
function badText(text: string): string {
  try {
    return t('studio.outside', { tiles: words(readTiles(text, STANDARD)) });
  } catch {
    return t('studio.bad', { text });
  }
}

const words = (tiles: readonly Tile[]): string => tilesShort(tiles.map(tileText));
