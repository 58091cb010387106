/** The studio's questions to the server about a position, and the latest results. */

import { api } from '../../net/api';
import { failureText } from '../../net/failure';
import { isTransient, retry } from '../../net/retry';
import type { Analyse, AnalyseAnswer, JudgeAnswer, PlayedOn, Solve, SolveAnswer } from '../../net/types/http';
import { announce } from '../../device/announce.svelte';
import { sound } from '../../device/sound';
import { t } from '../../text/messages.svelte';

export type Question = 'win' | 'most' | 'legal' | 'mess';
export const QUESTIONS: readonly Question[] = ['win', 'most', 'legal', 'mess'];
/** The number of plays that are compared, besides the user's own. */
export const COMPARED = 4;
/** The time that the server may take for a first, a second and a third count of games, in seconds. */
const PATIENCE = [2, 4, 8] as const;
/** The number of arrangements of a table that is in a mess. */
const ARRANGED = 4;

/** A position, and assumptions about the hidden tiles. */
export type Position = Solve & { table: string; opened?: boolean } & Pick<Analyse, 'pool'> & {
    held: number[];
    unopened: number[];
  };

export class Questions {
  question = $state.raw<Question>('win');
  asking = $state.raw(false);
  private failed = $state.raw<{ readonly question: Question; readonly text: string } | null>(null);
  compared = $state.raw<AnalyseAnswer | null>(null);
  /** True while games are counted for longer, because a busy server did not finish enough of them. */
  longer = $state.raw(false);
  /** The number of counts of the present position, each longer than the one before. */
  private counts = $state.raw(0);
  /** The plays that were compared in each position, so that the same ones are compared again. */
  private readonly among = new Map<string, readonly string[]>();
  /** The user's own play that was compared with the best ones, or an empty string. */
  comparedOwn = $state.raw('');
  most = $state.raw<SolveAnswer | null>(null);
  verdict = $state.raw<JudgeAnswer | null>(null);
  /** The arrangements of a table that is in a mess. */
  arranged = $state.raw<SolveAnswer | null>(null);
  private arrangedFor = '';
  /** The number of hints shown; after the third one, the complete play is shown. */
  hints = $state.raw(0);
  /** Stop repeating the present request. */
  private stop = (): void => {};

  constructor(
    private readonly position: () => Position,
    /** The table after the play to judge. */
    private readonly after: () => string,
    /** The tiles of a table that is in a mess, in a fixed order. */
    private readonly loose: () => string,
    /** The table after the user's own play if it is shown, or an empty string. */
    private readonly own: () => string = () => '',
  ) {}

  /** Why the last request for the present question failed, or an empty string. */
  get failure(): string {
    return this.failed?.question === this.question ? this.failed.text : '';
  }

  /** Drop all results because the position has changed. */
  forget(): void {
    if (this.failed) this.stop();
    this.failed = null;
    this.compared = this.most = this.verdict = null;
    this.hints = this.counts = 0;
    this.forgetArrangements(this.loose());
  }

  /** Drop the arrangements unless they are of these tiles. */
  forgetArrangements(loose: string): void {
    if (this.arrangedFor !== loose) this.arranged = null;
  }

  /** Find several arrangements of the table's tiles in melds. */
  arrange(): Promise<SolveAnswer | null> {
    const { table: _, held: __, unopened: ___, pool: ____, opened: _____, ...rules } = this.position();
    const loose = this.loose();
    const question: Solve = { ...rules, rack: '', table_tiles: loose, arrangements: ARRANGED };
    return this.ask(
      () => api.solve(question),
      (answer) => {
        this.arranged = answer;
        this.arrangedFor = loose;
      },
    );
  }

  /** True if counting for longer can make the chances more precise. A play that goes out is certain. */
  get deeper(): boolean {
    const { worlds = 0, plays = [] } = this.compared ?? {};
    return worlds > 0 && plays[0]?.rack !== '' && this.counts < PATIENCE.length;
  }

  /**
   * Compare the best plays by their chances of winning. If the server was too busy, it is given more time, once.
   * Returns null if the request failed.
   */
  async compare(): Promise<AnalyseAnswer | null> {
    const found = await this.count();
    if (!found?.plays.length || found.worlds) return found;
    this.longer = true;
    try {
      return await this.count();
    } finally {
      this.longer = false;
    }
  }

  /** Count games after each of the best plays. Each count of a position may take longer than the one before. */
  count(): Promise<AnalyseAnswer | null> {
    const { pool = null, ...position } = this.position();
    const after = this.own();
    const place = JSON.stringify([position, pool]);
    const seconds = PATIENCE[Math.min(this.counts, PATIENCE.length - 1)]!;
    const among = [...(this.among.get(place) ?? [])];
    const question = { ...position, pool, after, among, seconds, most: COMPARED, chances: true };
    return this.ask(
      () => api.analyse({ ...question, opened: position.opened ?? true }),
      (answer) => {
        this.counts += 1;
        // a busy server may have counted fewer games than before
        if (after === this.comparedOwn && answer.worlds < (this.compared?.worlds ?? 0)) return;
        this.compared = answer;
        this.comparedOwn = after;
        const best = answer.plays.slice(0, COMPARED).map(({ tiles, play }) => (tiles ? play : ''));
        if (answer.worlds && !among.length) this.among.set(place, best);
      },
    );
  }

  /** Find the play that lays the most tiles. */
  async solve(): Promise<SolveAnswer | null> {
    await this.ask(this.solution, () => (this.hints = 3));
    return this.most;
  }

  /** Give the next hint: how many tiles can be laid, then which ones, then the complete play. */
  hint(): Promise<unknown> {
    return this.ask(this.solution, () => {
      this.hints = this.most?.tiles ? this.hints + 1 : 3;
    });
  }

  /** Ask the referee whether the play on the table is legal. */
  judge(): Promise<unknown> {
    const question = { ...this.seen(), after: this.after(), turn: true, cite: true };
    return this.ask(
      () => api.judge(question),
      (answer) => {
        this.verdict = answer;
        announce(answer.legal ? t('studio.yes') : t('studio.no'), 'assertive');
        sound(answer.legal ? 'turn' : 'no');
      },
    );
  }

  /** Play the position on with the play on the table, until the viewer's next turn. */
  playOn(after: string): Promise<PlayedOn | null> {
    const { pool, ...position } = this.position();
    const seed = Math.floor(Math.random() * 2 ** 31);
    const question = { ...position, opened: position.opened ?? true, after, pool: pool ?? null, seed };
    return this.ask(
      () => api.playOn(question),
      () => {},
    );
  }

  /** The position without assumptions about hidden tiles. */
  private seen(): Omit<Position, 'held' | 'unopened' | 'pool'> {
    const { held: _, unopened: __, pool: ___, ...position } = this.position();
    return position;
  }

  private readonly solution = async (): Promise<void> => {
    if (this.most) return;
    const before = JSON.stringify(this.position());
    const answer = await api.solve(this.seen());
    if (before === JSON.stringify(this.position())) this.most = answer;
  };

  /**
   * Send a request, and repeat it if the server is busy or cannot be reached. Resolves to null if the server refuses it,
   * and once the position or the question has changed.
   */
  private ask<T>(request: () => Promise<T>, take: (answer: T) => void): Promise<T | null> {
    this.stop();
    const { question } = this;
    const now = (): string => JSON.stringify([this.position(), this.after(), this.question]);
    const asked = now();
    this.asking = true;
    this.failed = null;
    return new Promise((resolve) => {
      const end = (found: T | null): void => {
        stopRetrying();
        this.stop = () => {};
        this.asking = false;
        resolve(found);
      };
      const stopRetrying = retry(
        request,
        (found) => {
          if (asked !== now()) return end(null);
          this.failed = null;
          take(found);
          end(found);
        },
        (error) => {
          if (asked !== now()) return end(null);
          this.asking = false;
          this.failed = { question, text: failureText(error) };
          if (!isTransient(error)) end(null);
        },
      );
      this.stop = () => end(null);
    });
  }
}
