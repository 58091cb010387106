/**
 * One puzzle in the table widget. Handles the player's actions, checks the solution, gives hints, and plays the
 * solution.
 */

import { meldTexts, readings, tileText, type Tile } from '../rules';
import { Table, type Labels, type Places } from '../table';
import { rackOf, type Id } from '../table/state/draft';
import { ownBoxes } from '../table/layout/divide';
import { loadDeferred } from '../table/draft_deferred';
import { announcement, labels } from '../text/widget';
import { meldWords, tilesShort } from '../text/tiles';
import type { Params } from '../text/fill';
import { coded, t } from '../text/messages.svelte';
import { announce } from '../device/announce.svelte';
import { reducedMotion } from '../device/settings.svelte';
import { sound } from '../device/sound';
import { api } from '../net/api';
import { ApiError } from '../net/error';
import { errorText } from '../net/connection.svelte';
import { isTransient, retry } from '../net/retry';
import { isTile, wrongWith, type Wrong } from './judge';
import { lawOf, namesTile, setOf, startOf, type Puzzle } from './puzzle';
import { bareTiles, firstTouch, solutionTables } from './steps';

const STEP_TIME = 620; // milliseconds per tile of the solution
const LATE_TAP = 700; // milliseconds after the end
const MANY_STEPS = 14; // longer solutions play faster

/** The player's solution: a table, or a tile that the player names. Empty if the player gives up. */
export interface Answer {
  readonly table?: string;
  readonly tile?: string;
}

// the widget loads the code that checks solutions only after it has shown its first tiles
await loadDeferred();

export class Solving {
  /** How the puzzle ended: `solved`, or `shown` if the player gave up and saw the solution. Empty before the end. */
  over = $state.raw<'' | 'solved' | 'shown'>('');
  /** True shortly after the end, when a tap was still meant for the puzzle. */
  justEnded = $state.raw(false);
  reply = $state.raw('');
  replies = $state.raw(0);
  /** The number of hints shown so far, from 0 to 3. */
  hints = $state.raw(0);
  showing = $state.raw(false);
  picked = $state.raw<readonly Tile[]>([]);
  canUndo = $state.raw(false);
  bare = $state.raw(false);
  /** True while the referee is checking the player's solution. */
  asking = $state.raw(false);
  table: Table | null = null;
  private places: Places | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopAsking = (): void => {};
  private refused = '';
  /** The wrong tiles that the player has already named. */
  private readonly named = new Set<string>();

  constructor(
    readonly puzzle: Puzzle,
    /** Called after each attempt. Giving up counts as a wrong attempt. */
    private readonly onanswer: (right: boolean, answer: Answer) => void,
    /** *solved* is true if the puzzle was solved before, so that its answer is shown at once. */
    { solved = false } = {},
  ) {
    if (solved) this.over = 'solved';
  }

  get set() {
    return setOf(this.puzzle);
  }

  mount(element: HTMLElement): () => void {
    const { puzzle } = this;
    this.table = new Table(element, {
      law: lawOf(puzzle),
      labels: this.labels,
      divide: ownBoxes,
      onChange: () => this.changed(),
      onAnnounce: (code, params) => this.announced(code, params),
      onSelect: (tiles) => (this.picked = tiles),
      onZone: (_, act, tiles) => {
        if (act === 'drop' && tiles.length === 1) this.name(tileText(tiles[0]!));
      },
    });
    this.table.setPlaces(this.places);
    this.table.sortRack('own');
    this.deal();
    if (this.over) this.answer();
    return () => {
      clearTimeout(this.timer);
      this.stopAsking();
      this.table?.destroy();
      this.table = null;
    };
  }

  setPlaces(places: Places): void {
    this.places = places;
    this.table?.setPlaces(places);
  }

  private get labels(): Labels {
    const zone = (name: string, tiles: number): string =>
      name === 'discard' ? t('puzzles.pile') : labels.zone(name, tiles);
    return { ...labels, zone, empty: () => '' };
  }

  private deal(): void {
    const { table, rack } = startOf(this.puzzle);
    const names = namesTile(this.puzzle);
    this.table?.setZones(names ? { discard: { drop: true } } : {});
    const zones = names ? { discard: [] } : {};
    this.table?.setTable({ set: this.set, table, rack, zones }, { animate: !reducedMotion(), fresh: true });
    this.table?.setMode(this.over || this.showing ? 'look' : 'play');
    this.changed();
  }

  private changed(): void {
    const { table } = this;
    if (!table) return;
    this.canUndo = table.canUndo && !this.over;
    this.bare = !table.draft.piles.length && !namesTile(this.puzzle);
    if (this.over || this.showing || namesTile(this.puzzle)) return;
    this.stopAsking();
    this.asking = false;
    this.reply = '';
    const now = table.melds.join(' / ');
    if (!this.wrong && table.placed.length && now !== this.refused) this.accept(now);
  }

  private get wrong(): Wrong | null {
    const { draft, facts, placed } = this.table!;
    const piles = draft.piles.map((pile) => pile.ids.map((id) => draft.pieces.get(id)!.tile));
    return wrongWith(this.puzzle, { piles, placed, facts });
  }

  /**
   * Accept a solution without errors that the browser can find. If the browser cannot decide, consult the referee, again
   * and again if the server is busy or cannot be reached.
   */
  private accept(now: string): void {
    if (this.puzzle.offline !== false) return this.solved(now);
    const { rules: ruleset, table, rack, opened = true } = this.puzzle;
    this.asking = true;
    this.stopAsking = retry(
      () => api.judge({ ruleset, table, rack, after: now, opened, turn: true }),
      ({ legal }) => {
        this.asking = false;
        if (legal) return this.solved(now);
        this.refused = now;
        this.miss('wrong.rules', { table: now });
      },
      (error) => {
        this.asking = isTransient(error);
        const known = error instanceof ApiError && error.status > 0;
        this.say(known ? errorText(error.code, error.message) : t('puzzles.wrong.offline'));
      },
    );
  }

  private solved(now: string): void {
    this.end('solved');
    this.onanswer(true, { table: now });
  }

  private miss(code: Wrong['say'] | 'wrong.rules' | 'wrong.tile', answer: Answer, params: Params = {}): void {
    this.say(coded(`puzzles.${code}`, '', params));
    sound('no');
    this.onanswer(false, answer);
  }

  private say(text: string): void {
    this.reply = text;
    this.replies++;
    announce(text, 'assertive');
  }

  private end(how: 'solved' | 'shown'): void {
    this.over = how;
    this.justEnded = true;
    setTimeout(() => (this.justEnded = false), LATE_TAP);
    this.reply = '';
    this.canUndo = false;
    this.table?.mark([]);
    this.table?.setMode('look');
    if (how === 'solved') sound('won');
    announce(
      how === 'solved' ? `${t('puzzles.solved')} ${t('puzzles.solved.text')}` : t('puzzles.shown'),
      'assertive',
    );
  }

  /** Perform the main action: lay or name the picked tiles, or submit the table. */
  press(): void {
    const { table, picked } = this;
    if (!table || this.over || this.showing || this.asking) return;
    if (namesTile(this.puzzle)) {
      if (picked.length === 1) this.name(tileText(picked[0]!));
      else this.say(t('turn.meld.pick'));
      return;
    }
    if (this.lays) return table.control.newMeld(null);
    const wrong = this.wrong;
    if (!wrong) return table.placed.length ? this.accept(table.melds.join(' / ')) : undefined;
    const params = { ...wrong, tiles: 'tiles' in wrong ? tilesShort(wrong.tiles.map(tileText)) : '' };
    // if no tiles have been laid, explain what is missing instead of submitting the table
    if (!table.placed.length) return this.say(coded(`puzzles.${wrong.say}`, '', params));
    this.miss(wrong.say, { table: table.melds.join(' / ') }, params);
  }

  /** True if the picked tiles form a meld, which the main button would then lay. */
  get lays(): boolean {
    return (
      readings(this.picked, this.set).length > 0 && this.picked.some((tile) => this.table?.rack.includes(tile))
    );
  }

  private name(tile: string): void {
    if (this.over || this.showing) return;
    this.table?.clearSelection();
    if (!isTile(this.puzzle, tile)) {
      this.named.add(tile);
      return this.miss('wrong.tile', { tile }, { tiles: tilesShort([tile]) });
    }
    this.end('solved');
    this.discard();
    this.onanswer(true, { tile });
  }

  /**
   * Show the next of three hints: the rack tiles to play, what to touch first, and one meld in the solution. If
   * the entire rack has to be played, the hints start with what to touch, and show two melds.
   */
  hint(): void {
    const { puzzle, table } = this;
    if (!table || this.over || this.showing) return;
    this.hints = Math.min(3, this.hints + 1);
    if (namesTile(puzzle)) {
      const others = new Set(
        puzzle.rack.split(' ').filter((tile) => tile !== puzzle.discard && !this.named.has(tile)),
      );
      return this.say(t('puzzles.wrong.tile', { tiles: tilesShort([...others].slice(0, this.hints)) }));
    }
    const [before, after] = [meldTexts(puzzle.table), meldTexts(puzzle.answer)];
    const laid = puzzle.set.split(' ');
    const hint = this.hints + (laid.length === puzzle.rack.split(' ').length ? 1 : 0);
    if (hint === 1) {
      table.mark(laid);
      return this.say(t('puzzles.hint.tiles', { tiles: tilesShort(laid) }));
    }
    if (hint === 2) return this.showFirstTouch(table);
    const missing = after.filter((meld) => !before.includes(meld) && !table.melds.includes(meld));
    const open = missing[hint - 3] ?? missing[0] ?? after[0]!;
    this.markMeld(table, bareTiles(open), after);
    this.say(t('puzzles.hint.step', { tiles: tilesShort(open.split(' ')) }));
  }

  /** Mark the tiles that make up a meld in the solution: tiles to lay, and table tiles that must move. */
  private markMeld(table: Table, meld: readonly string[], after: readonly string[]): void {
    const { draft } = table.control;
    const text = (id: Id): string => tileText(draft.pieces.get(id)!.tile);
    const take = (ids: readonly Id[], wanted: readonly string[]): Id[] => {
      const left = [...wanted];
      return ids.filter((id) => {
        const at = left.indexOf(text(id));
        return at >= 0 && left.splice(at, 1).length > 0;
      });
    };
    const sorted = (tiles: readonly string[]): string => [...tiles].sort().join(' ');
    const right = new Set(after.map((each) => sorted(bareTiles(each))));
    const rack = rackOf(draft).map(({ id }) => id);
    const loose = draft.piles.flatMap(({ ids }) => (right.has(sorted(ids.map(text))) ? [] : ids));
    table.markIds(take([...take(rack, this.puzzle.set.split(' ')), ...loose], meld));
  }

  private showFirstTouch(table: Table): void {
    const first = firstTouch(this.puzzle);
    if (!first) {
      table.mark([]);
      return this.say(t('puzzles.hint.no_melds'));
    }
    const { start, pieces } = table.control.history.draft;
    const left = [...first.tiles];
    table.markIds(
      start[first.meld]!.ids.filter((id) => {
        if (!first.tiles.length) return true;
        const at = left.indexOf(tileText(pieces.get(id)!.tile));
        return at >= 0 && left.splice(at, 1).length > 0;
      }),
    );
    const n = first.tiles.length;
    this.say(n ? t('puzzles.hint.first', { n, tiles: tilesShort(first.tiles) }) : t('puzzles.hint.grows'));
  }

  /** Play the solution on the table, moving one tile at a time. */
  show(): void {
    clearTimeout(this.timer);
    this.stopAsking();
    this.asking = false;
    if (!this.over) this.onanswer(false, {});
    this.showing = true;
    this.reply = '';
    this.deal();
    if (namesTile(this.puzzle)) return this.stop();
    const tables = solutionTables(this.puzzle);
    const pause = tables.length > MANY_STEPS ? STEP_TIME / 2 : STEP_TIME;
    const step = (n: number): void => {
      const before = this.table?.melds ?? [];
      this.table?.restore(meldTexts(tables[n]!));
      this.table?.setMode('look');
      announce(meldWords((this.table?.melds ?? []).filter((meld) => !before.includes(meld))));
      sound('lay');
      this.timer = setTimeout(() => (n + 1 < tables.length ? step(n + 1) : this.stop()), pause);
    };
    this.timer = setTimeout(() => step(0), pause);
  }

  /** Skip to the end of the solution while it is being played. */
  stop(): void {
    clearTimeout(this.timer);
    if (!this.over) this.end('shown'); // end first, so that showing the solution does not count as solving it
    this.showing = false;
    this.answer();
  }

  /** Show the table of the answer, or the tile that had to be found. */
  private answer(): void {
    if (namesTile(this.puzzle)) this.discard();
    else this.table?.restore(meldTexts(this.puzzle.answer));
    this.table?.setMode('look');
  }

  /** Move the tile that had to be found to the discard pile. */
  private discard(): void {
    const { table, rack } = startOf(this.puzzle);
    const at = rack.findIndex((tile) => tileText(tile) === this.puzzle.discard);
    const zones = { discard: rack.slice(at, at + 1) };
    this.table?.setTable(
      { set: this.set, table, rack: rack.toSpliced(at, 1), zones },
      { animate: !reducedMotion() },
    );
  }

  private announced(code: string, params: Readonly<Record<string, unknown>>): void {
    if (this.over || this.showing) return;
    if (code === 'blocked') return this.say(coded(`blocked.${String(params.code)}`, ''));
    announce(announcement(code, params));
    if (['dropped', 'new_meld', 'joker_freed', 'split'].includes(code)) sound('lay');
  }

  undo = (): void => this.table?.undo();
  key = (event: KeyboardEvent): void => this.table?.key(event);
}
