/**
 * Shows a position of a finished game in the table widget, where the user can look at it, practise the turn, or see
 * the better play step by step.
 */

import { readRack, readTable, tileText, type Law } from '../rules';
import { Table, type LayoutMemory } from '../table';
import type { StepView } from '../net/types';
import { api } from '../net/api';
import { errorText } from '../net/connection.svelte';
import { ApiError } from '../net/error';
import type { ReviewTry, TryAnswer } from '../net/types/http';
import { announce } from '../device/announce.svelte';
import { reducedMotion } from '../device/settings.svelte';
import { t } from '../text/messages.svelte';
import { stepText } from '../text/steps';
import { announcement, labels } from '../text/widget';
import {
  beginning,
  comparedOf,
  comparedOn,
  costOf,
  discarding,
  discardVerdict,
  endOf,
  exerciseOf,
  idleAction,
  laying,
  startOf,
  verdictOf,
  verdictOn,
  withTry,
  type Compared,
  type Verdict,
} from './judge';
import { playBack } from './playback';
import { isSame } from './practised';
import { failedText, reasonText, startText } from './text';
import type { Mark } from './types';

const NONE = { played: [], drawn: [] }; // when another position is shown, no tile counts as new
const PACE = 1400; // milliseconds to read a step

/** A position's table and rack, in notation. */
interface Placed {
  readonly table: string;
  readonly rack: string;
}

export class Exercise {
  /** The reply to the last attempt, or the description of the step that is shown. */
  said = $state.raw('');
  trying = $state.raw(false);
  /** True while the better play is on the table. */
  solved = $state.raw(false);
  busy = $state.raw(false);
  /** True until the user moves a tile. */
  untouched = $state.raw(true);
  /** The picked rack tile, or null unless exactly one is picked. */
  picked = $state.raw<string | null>(null);
  mark = $state.raw<Mark | null>(null);
  table: Table | null = null;
  private stop = (): void => {};
  private shown: Placed = { table: '', rack: '' };

  /** *onsolved* is called when the user found the better play, not when it was shown. */
  constructor(
    private readonly game: {
      readonly rules: string;
      readonly players: number;
      readonly law: Law;
      readonly memory: LayoutMemory;
      /** Compare a play in a decision of this game with the play from the game. */
      readonly compare: (tried: Omit<ReviewTry, 'seat'>) => Promise<TryAnswer>;
    },
    private readonly onsolved: () => void,
    /** Return the name of the reviewed player, or an empty string if it is the user. */
    private readonly other: () => string = () => '',
  ) {}

  /** Create the widget in *element*. Returns a function that removes it. */
  mount(element: HTMLElement): () => void {
    this.table = new Table(element, {
      law: this.game.law,
      labels: { ...labels, empty: () => '' },
      memory: this.game.memory,
      onChange: (now) => (this.untouched = now.untouched),
      onAnnounce: (code, params) => announce(announcement(code, params)),
      onSelect: (tiles) => (this.picked = tiles.length === 1 ? tileText(tiles[0]!) : null),
    });
    this.lay(this.shown, false);
    return () => {
      this.stop();
      this.table?.destroy();
      this.table = null;
    };
  }

  /** The action that ends the turn if the user lays no tiles, or null in games with discards. */
  get idle(): 'draw' | 'pass' | null {
    return this.mark && this.untouched ? idleAction(this.mark.decision) : null;
  }

  /** Show a position, and stop practising. */
  look(placed: Placed, mark: Mark | null = null): void {
    this.mark = mark;
    this.reset();
    this.trying = this.solved = false;
    this.lay(placed, false);
  }

  /** Stop practising, and show the position as it was. */
  leave(): void {
    if (!this.mark) return;
    this.reset();
    this.trying = false;
    this.lay(startOf(this.mark.decision), false);
  }

  /** Show the position again, so that the user can move tiles. */
  start(): void {
    if (!this.mark) return;
    this.reset();
    this.trying = true;
    this.solved = false;
    this.lay(startOf(this.mark.decision), false);
    this.table?.setMode('play');
    this.say(startText(this.mark.decision));
  }

  /** Show the better play, one step at a time if it consists of several steps. */
  show(): void {
    if (!this.mark || !this.table) return;
    const { decision } = this.mark;
    this.reset();
    this.lay(startOf(decision), false);
    const steps = reducedMotion() ? [] : (decision.position?.steps ?? []);
    const onstep = (step: StepView): void => this.say(stepText(step));
    const onend = (): void => {
      this.lay(endOf(decision), !reducedMotion());
      this.said = '';
      announce(reasonText(decision, this.other()));
    };
    if (steps.length) this.stop = playBack(this.table, steps, { pace: PACE, onstep, onend });
    else onend();
    this.finish({ found: false });
  }

  /**
   * Judge the user's play, and show the verdict. If the user has to choose where to draw from, *draw* is the choice.
   */
  async check(draw?: 'draw' | 'draw discard'): Promise<void> {
    const { mark, table } = this;
    if (!mark || !table || this.busy) return;
    const { decision } = mark;
    if (draw)
      return this.reply(
        draw === decision.better?.[0] ? 'good' : 'worse',
        costOf(decision, beginning(decision, draw)),
      );
    if (exerciseOf(decision) === 'discard') {
      const { picked } = this;
      if (!picked) return this.say(t('review.pick'));
      const verdict = discardVerdict(decision, picked);
      if (verdict === 'unknown') return this.compare(mark, table.melds, picked);
      return this.reply(verdict, costOf(decision, discarding(decision, picked)));
    }
    const placed = table.placed.map(tileText);
    if (!placed.length && decision.wait) return this.say(startText(decision));
    if (!placed.length && !table.untouched) return this.say(t('review.illegal'));
    this.busy = true;
    try {
      const wrong = placed.length ? await this.illegal(mark, table) : '';
      if (wrong) return this.say(wrong);
      const out = placed.length > 0 && table.rack.length === 0;
      const verdict = verdictOf(decision, placed, { out, melds: table.melds });
      if (verdict === 'unknown') return await this.compare(mark, table.melds, null);
      this.reply(verdict, costOf(decision, laying(decision, placed)), out ? null : comparedOf(decision, placed));
    } catch {
      this.say(t('review.failed'));
    } finally {
      this.busy = false;
    }
  }

  /** Have a play that the review did not compare compared now, and judge it. */
  private async compare(mark: Mark, after: readonly string[], discard: string | null): Promise<void> {
    const { round, decision } = mark;
    this.say(t('review.comparing'));
    this.busy = true;
    try {
      const found = await this.game.compare({ round, turn: decision.turn, after: [...after], discard });
      if (!this.trying || !this.mark || !isSame(this.mark, mark)) return;
      if (!found.n) return this.reply('unknown', null);
      const { actions, tiles, n } = found;
      const tried = withTry(decision, { actions, tiles, n, win: [0, null, null], points: [0, null, null] }, found);
      const option = [tried.options!.at(-1)!];
      this.reply(verdictOn(tried, option), costOf(tried, option), comparedOn(tried, option));
    } catch (error) {
      if (!this.trying || !this.mark || !isSame(this.mark, mark)) return;
      if (error instanceof ApiError && error.code === 'not_compared') return this.reply('unknown', null);
      this.say(error instanceof ApiError ? errorText(error.code, error.message) : t('review.failed'));
    } finally {
      this.busy = false;
    }
  }

  /** Return the reason why the table is illegal, or an empty string. */
  private async illegal({ decision: { position } }: Mark, table: Table): Promise<string> {
    const { rules: ruleset, players } = this.game;
    const { table: before, rack, opened } = position!;
    const after = table.melds.join(' / ');
    const answer = await api.judge({ ruleset, players, table: before, rack, opened, after, turn: true });
    return answer.legal ? '' : (answer.reasons?.[0]?.message ?? t('review.illegal'));
  }

  /** Say what the verdict is, and how many wins in a hundred a play costs that is not good. */
  private reply(verdict: Verdict, cost: number | null, compared: Compared | null = null): void {
    if (verdict !== 'good') {
      this.table?.control.clear(); // the next tile to discard replaces this one
      this.picked = null;
      return this.say(failedText(this.mark!.decision, verdict, cost));
    }
    this.table?.setMode('look');
    this.finish({ found: true });
    const { decision } = this.mark!;
    this.said = compared
      ? t('review.good.other', { ...compared })
      : t(decision.wait ? 'review.good.open' : 'review.good');
    announce(`${this.said} ${reasonText(decision, this.other())}`);
  }

  private finish({ found }: { found: boolean }): void {
    this.trying = false;
    this.solved = true;
    if (found) this.onsolved();
  }

  private reset(): void {
    this.stop();
    this.stop = () => {};
    this.said = '';
    this.untouched = true;
    this.picked = null;
  }

  private lay(placed: Placed, animate: boolean): void {
    this.shown = placed;
    const { table } = this;
    const set = this.game.law.tiles;
    table?.watch(null);
    table?.setTable(
      {
        set,
        table: readTable(placed.table, set),
        rack: readRack(placed.rack, set),
      },
      animate ? { fresh: true, change: { by: 0, own: true, drew: [] } } : { animate, fresh: true, marks: NONE },
    );
    table?.setMode('look');
  }

  private say(text: string): void {
    this.said = text;
    announce(text);
  }
}
