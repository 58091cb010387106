/** The score sheet on the screen: an evening, its scores from the server, and the changes that can be undone. */

import { api } from '../net/api';
import { ApiError } from '../net/error';
import type { CodedText, ScoreAnswer } from '../net/types/http';
import { countsSoFar, questionOf, type Evening } from './evening';
import { keep, type Kept } from './stored';

/** A change to an evening. It may be applied again, to a newer version from another phone. */
export type Change = (evening: Evening) => Evening;

export class Sheet {
  kept = $state.raw<Kept>()!;
  /** The scores of the counted rounds, or null until they have been computed. */
  score = $state.raw<ScoreAnswer | null>(null);
  /** The scores together with the round that is being counted, or null if they cannot be computed yet. */
  sofar = $state.raw<ScoreAnswer | null>(null);
  /** Why the round that is being counted cannot be scored, or null. */
  wrong = $state.raw<CodedText | null>(null);
  /** True if the server could not be reached. */
  offline = $state.raw(false);
  #asked = 0;
  readonly #fail: (error: unknown) => void;

  /** *fail* is called with errors other than a missing connection. */
  constructor(kept: Kept, fail: (error: unknown) => void) {
    this.kept = kept;
    this.#fail = fail;
    void this.ask();
  }

  get evening(): Evening {
    return this.kept.evening;
  }

  /** Change the evening and store it. Resolves once the scores have been computed. */
  change(how: Change): Promise<void> {
    return this.#put(how(this.evening), this.kept.before);
  }

  /** Change and store the evening without asking for new scores. */
  note(how: Change): void {
    this.kept = { ...this.kept, evening: how(this.evening) };
    keep(this.kept);
  }

  /** Change the counts so that this can be undone. */
  changeCounts(how: Change): Promise<void> {
    const { evening, before } = this.kept;
    const next = how(evening);
    return this.#put(next, next.counts === evening.counts ? before : [...before, evening.counts]);
  }

  get canUndo(): boolean {
    return this.kept.before.length > 0;
  }

  /** Undo the last change to the counts. */
  undo(): Promise<void> {
    const { evening, before } = this.kept;
    const counts = before.at(-1);
    if (!counts) return Promise.resolve();
    return this.#put({ ...evening, counts, counting: null, ended: null }, before.slice(0, -1));
  }

  #put(evening: Evening, before: Kept['before']): Promise<void> {
    this.kept = { ...this.kept, evening, before };
    keep(this.kept);
    return this.ask();
  }

  /** Ask the server for the scores. */
  async ask(): Promise<void> {
    const asked = ++this.#asked;
    const { evening } = this;
    const isCounting = evening.counting?.said === true;
    try {
      const score = await api.score(questionOf(evening));
      if (asked === this.#asked) {
        this.score = score;
        this.offline = false;
      }
      const sofar = isCounting ? await this.#partial(evening) : null;
      if (asked === this.#asked) this.sofar = sofar;
    } catch (error) {
      if (asked !== this.#asked) return;
      this.offline = error instanceof ApiError && error.code === 'offline';
      if (!this.offline) this.#fail(error);
    }
  }

  /** Return the scores together with the round that is being counted, or null and the reason. */
  async #partial(evening: Evening): Promise<ScoreAnswer | null> {
    this.wrong = null;
    try {
      return await api.score(questionOf(evening, countsSoFar(evening)));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'bad_count') throw error;
      this.wrong = error.why ?? null;
      return null;
    }
  }
}
