/**
 * One position in a lesson, shown in the table widget. Handles the user's actions, checks whether the goal has been
 * reached, and plays the solution.
 */

import { readTiles, readings, tileText, tilesText, without, type Tile } from '../rules';
import { Table, type Labels, type Places } from '../table';
import { ownBoxes } from '../table/layout/divide';
import { loadDeferred } from '../table/draft_deferred';
import { announcement, labels } from '../text/widget';
import { meldWords, tilesShort } from '../text/tiles';
import { coded, t } from '../text/messages.svelte';
import { announce } from '../device/announce.svelte';
import { reducedMotion } from '../device/settings.svelte';
import { sound } from '../device/sound';
import {
  lawFor,
  meldsOf,
  onlyAdds,
  startOf,
  textKey,
  tilesFor,
  type Course,
  type Position,
  type Step,
} from './course';
import {
  cannotMeld,
  isSolved,
  missing,
  nudgeOf,
  nudgeOfPicked,
  replyTo,
  type BoardState,
  type Nudge,
} from './judge';

const STEP_TIME = 1500; // milliseconds per step of the solution

// the widget loads the code that checks the goal only after it has shown its first tiles
await loadDeferred();

export class Lesson {
  reached = $state.raw(false);
  nudge = $state.raw<Nudge | null>(null);
  /** The number of solution steps shown so far, or -1 if the solution is not being played. */
  showing = $state.raw(-1);
  /** True once the solution has been shown. The user may then continue without having solved the position. */
  shown = $state.raw(false);
  /** True once the user is halfway through the task. */
  halfway = $state.raw(false);
  /** The number of replies that have been shown so far. */
  replies = $state.raw(0);
  picked = $state.raw<readonly Tile[]>([]);
  did = $state.raw<readonly Step[]>([]);
  canUndo = $state.raw(false);
  touched = $state.raw(false);
  /** True if the task is to lay tiles and the table is still empty. */
  bare = $state.raw(false);
  table: Table | null = null;
  private element: HTMLElement | null = null;
  private places: Places | null = null;
  private rack: readonly Tile[] = [];
  private zones: Readonly<Record<string, readonly Tile[]>> = {};
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly course: Course,
    readonly position: Position,
    private readonly onreached: () => void,
  ) {}

  get set() {
    return tilesFor(this.course);
  }

  private get moment(): BoardState {
    const { table, set, position, did } = this;
    const { draft, facts, placed, rack } = table!;
    const tile = (id: string): Tile => draft.pieces.get(id)!.tile;
    const piles = draft.piles.map((pile) => pile.ids.map(tile));
    return { set, before: startOf(position, set).table, piles, placed, rack, facts, did };
  }

  /** Create the widget inside *element*. Returns a function that removes it. */
  mount(element: HTMLElement): () => void {
    this.element = element;
    this.begin();
    return () => {
      clearTimeout(this.timer);
      this.table?.destroy();
      this.table = this.element = null;
    };
  }

  /** Create the widget again, with the melds at their initial positions and without any marks. */
  private renew(element: HTMLElement): void {
    const focused = element.contains(document.activeElement);
    this.table?.destroy();
    this.table = new Table(element, {
      law: lawFor(this.course, this.position),
      labels: this.labels,
      divide: ownBoxes,
      onChange: () => this.changed(),
      onAnnounce: (code, params) => this.announced(code, params),
      onSelect: (tiles) => this.select(tiles),
      onZone: (zone, act, tiles) => this.zoneUsed(zone, act, tiles),
    });
    this.table.setPlaces(this.places);
    this.table.sortRack('own');
    this.picked = [];
    this.deal();
    if (focused) this.table.focus();
  }

  /** Set the boxes for the felt, the rack and the piles. */
  setPlaces(places: Places): void {
    this.places = places;
    this.table?.setPlaces(places);
  }

  private get labels(): Labels {
    const zone = (name: string, tiles: number): string =>
      name === 'pool' ? t('learn.pool') : labels.zone(name, tiles);
    return { ...labels, zone, empty: () => '' };
  }

  /** Reset the position to its start. */
  begin(): void {
    clearTimeout(this.timer);
    const { rack, zones } = startOf(this.position, this.set);
    this.rack = rack;
    this.zones = zones;
    this.did = [];
    this.reached = this.halfway = false;
    this.nudge = null;
    this.showing = -1;
    if (this.element) this.renew(this.element);
    this.changed();
  }

  private deal(): void {
    const { table, position, set } = this;
    if (!table) return;
    const mine = position.phase === 'meld' || this.did.length > 0;
    table.setZones({
      pool: this.did.length ? {} : { take: 'ask' },
      discard: { drop: mine, ...(this.did.length ? {} : { take: 'ask' }) },
      trump: this.did.length ? {} : { take: 'ask' },
    });
    const { table: melds } = startOf(position, set);
    table.setTable(
      { set, table: melds, rack: this.rack, zones: this.zones },
      { animate: !reducedMotion(), fresh: true },
    );
    this.mode();
  }

  private mode(): void {
    const waits = this.position.phase === 'draw' && !this.did.length;
    this.table?.setMode(waits || this.reached || this.showing >= 0 ? 'look' : 'play');
  }

  private changed(): void {
    const { table } = this;
    if (!table) return;
    this.canUndo = table.canUndo;
    this.touched = !table.untouched;
    this.bare = Boolean(this.position.goal.lay) && !table.draft.piles.length;
    if (this.showing < 0 && !this.reached) this.judge();
  }

  /** React to the tiles that the user has picked, because some mistakes can be recognized before any tile is laid. */
  private select(tiles: readonly Tile[]): void {
    this.picked = tiles;
    if (this.showing >= 0 || this.reached || !this.table || !tiles.length) return;
    const nudge = nudgeOfPicked(this.position, this.moment, tiles) ?? this.nudgeOfTapped(tiles);
    if (!nudge) return;
    this.say(nudge);
    // the next tap starts a new selection
    queueMicrotask(() => this.table?.clearSelection());
  }

  /** Return a reply if the user picked a rack tile together with a table tile that can never be in the same meld. */
  private nudgeOfTapped(tiles: readonly Tile[]): Nudge | null {
    const { selected, rack } = this.table!.control;
    const both = selected.some((id) => rack.includes(id)) && !selected.every((id) => rack.includes(id));
    return both && cannotMeld(tiles) ? { say: 'lesson_hint.apart', tiles } : null;
  }

  private judge(): void {
    const now = this.moment;
    const adds = onlyAdds(this.course);
    const { pile, did } = this.position.then ?? {};
    const together = pile && now.piles.some((tiles) => tilesText(tiles) === pile);
    this.halfway = Boolean(together) || (did !== undefined && this.did.some((step) => step.startsWith(did)));
    if (isSolved(this.position, now, adds)) return this.done();
    this.say(nudgeOf(this.position, now, adds));
  }

  private done(): void {
    this.reached = true;
    this.nudge = null;
    this.mode();
    sound('turn');
    this.onreached();
  }

  private say(nudge: Nudge | null): void {
    const before = this.nudge && this.nudgeText(this.nudge);
    this.nudge = nudge;
    const text = nudge ? this.nudgeText(nudge) : '';
    if (text) this.replies++;
    if (!text || text === before) return;
    announce(text, 'assertive');
    if (nudge?.say !== 'lesson_hint.short') sound('no'); // laying tiles one by one is not a mistake
  }

  /** The text of a reply. */
  nudgeText({ say, tiles = [], flaw, have = 0, want = 0 }: Nudge): string {
    const why = flaw ? coded(`draft_error.invalid_meld.${flaw}`, '') : '';
    const params = { tiles: tilesShort(tiles.map(tileText)), why, have, want };
    return coded(`learn.${say}`, '', params) || coded(`blocked.${say}`, '');
  }

  private announced(code: string, params: Readonly<Record<string, unknown>>): void {
    if (this.showing >= 0 || this.reached) return;
    if (code === 'blocked') {
      const draws = params.code === 'not_now' && this.position.phase === 'draw' && !this.did.length;
      return this.say({ say: draws ? 'lesson_hint.draw' : String(params.code) });
    }
    announce(announcement(code, params));
    if (['dropped', 'new_meld', 'joker_freed', 'split'].includes(code)) sound('lay');
  }

  private zoneUsed(zone: string, act: 'take' | 'drop', tiles: readonly Tile[]): void {
    if (this.showing >= 0 || this.reached) return;
    if (act === 'drop') return tiles.length === 1 ? this.act(`discard ${tileText(tiles[0]!)}`) : undefined;
    this.act(zone === 'pool' ? 'draw' : `draw ${zone}`);
  }

  /** Draw, discard or declare. If this step is a mistake, show the reply to it instead. */
  act(step: Step): void {
    const mistake = replyTo(this.position, step, this.did);
    if (mistake) {
      this.table?.clearSelection();
      const [verb, tile = ''] = step.split(' ');
      return this.say({ say: mistake.say, tiles: verb === 'draw' ? [] : readTiles(tile, this.set) });
    }
    this.perform(step);
    this.changed();
  }

  private perform(step: Step): void {
    const { table } = this;
    if (!table) return;
    const melds = [...table.melds];
    const [verb, what = 'pool'] = step.split(' ');
    if (verb === 'draw') {
      this.rack = [...this.rack, ...readTiles(this.position.zones?.[what] ?? '', this.set)];
      if (what !== 'pool') this.zones = { ...this.zones, [what]: [] };
    } else {
      const tile = readTiles(what, this.set);
      this.rack = without(this.rack, tile);
      this.zones = { ...this.zones, discard: tile };
    }
    this.did = [...this.did, step];
    const touched = !table.untouched;
    this.deal();
    if (touched) table.restore(melds);
    sound('lay');
  }

  /** The action that the main button performs now. */
  get first(): { readonly act: 'draw' | 'lay' | 'discard' | 'declare' | 'next'; readonly step?: Step } {
    const { position, picked, did } = this;
    const { goal, phase } = position;
    if (this.reached) return { act: 'next' };
    if (position.show[0] === 'draw' && !did.length) return { act: 'draw', step: 'draw' };
    const ends = goal.did === 'declare' ? 'declare' : 'discard';
    if (phase && picked.length === 1 && goal.did !== 'draw' && goal.did) {
      return { act: ends, step: `${ends} ${tileText(picked[0]!)}` };
    }
    if (readings(picked, this.set).length && picked.some((tile) => this.onRack(tile))) return { act: 'lay' };
    return { act: 'next' };
  }

  private onRack = (tile: Tile): boolean => this.table?.rack.includes(tile) ?? false;

  press(next: () => void): void {
    const { act, step } = this.first;
    if (step) this.act(step);
    else if (act === 'lay') this.table?.control.newMeld(null);
    else if (this.reached || this.shown) next();
    else this.say(missing(this.position, this.moment));
  }

  /** Play the solution step by step. Afterwards, the user can try to solve the position. */
  show(): void {
    this.begin();
    this.showing = 0;
    this.mode();
    this.timer = setTimeout(() => this.nextStep(), STEP_TIME / 3);
  }

  private nextStep(): void {
    const step = this.position.show[this.showing];
    if (step === undefined) {
      this.shown = true;
      this.begin();
      announce(this.again, 'assertive');
      return;
    }
    this.showing++;
    if (step.startsWith('table')) this.lay(meldsOf(step));
    else this.perform(step);
    this.mode();
    const last = this.showing === this.position.show.length;
    this.timer = setTimeout(() => this.nextStep(), last ? STEP_TIME * 1.4 : STEP_TIME);
  }

  private lay(melds: string[]): void {
    const before = this.table?.melds ?? [];
    this.table?.restore(melds);
    const fresh = (this.table?.melds ?? []).filter((meld) => !before.includes(meld));
    announce(meldWords(fresh), 'polite');
    sound('lay');
  }

  stop(): void {
    this.shown = true;
    this.begin();
  }

  undo = (): void => this.table?.undo();
  key = (event: KeyboardEvent): void => this.table?.key(event);

  /** The text in the speech bubble. */
  get text(): string {
    const { then } = this.position;
    if (this.halfway && then && !this.reached) return coded(`learn.${then.say}`, '');
    return this.textOf(this.reached ? 'done' : 'text');
  }

  /** The text in the speech bubble once the solution has been shown. */
  get again(): string {
    return `${t('learn.yours')} ${this.textOf('text')}`;
  }

  /** True if continuing now would leave the position unsolved. */
  get skips(): boolean {
    return this.shown && !this.reached && this.showing < 0 && this.first.act === 'next';
  }

  get title(): string {
    return this.textOf('title');
  }

  textOf(what: 'title' | 'text' | 'done'): string {
    return coded(`learn.${textKey(this.course, this.position, what)}`, '');
  }
}
