/** The score sheet on the screen: an evening, its scores from the server, and the other phones that share it. */

import { ApiError } from '../net/error';
import type { CodedText, CountingScore, ScoreAnswer, SharedEvening } from '../net/types/http';
import { questionOf, type Count, type Evening, type Left } from './evening';
import { eveningIn, scores, shared } from './requests';
import { keep, type Kept } from './stored';

/** A change to an evening. It may be applied again, to a newer version from another phone. */
export type Change = (evening: Evening) => Evening;

/** How often the other phones' changes are requested, in milliseconds. */
const EVERY = 2500;
/** How often a change is applied again because another phone was faster. */
const TRIES = 5;

/** The part of an evening that its scores depend on, as text. */
const scoredPart = (evening: Evening): string => JSON.stringify(questionOf(evening));

export class Sheet {
  kept = $state.raw<Kept>()!;
  /** The scores of the counted rounds, or null until they have been computed. */
  score = $state.raw<ScoreAnswer | null>(null);
  /** True if the server could not be reached. */
  offline = $state.raw(false);
  /** The evening as the server shares it, or null if it is not shared or not known yet. */
  phones = $state.raw<SharedEvening | null>(null);
  #asked = 0;
  /** Changes that the server does not have yet. */
  #waiting: Change[] = [];
  #sending: Promise<void> | null = null;
  readonly #fail: (error: unknown) => void;

  /** *fail* is called with errors other than a missing connection. */
  constructor(kept: Kept, fail: (error: unknown) => void) {
    this.kept = kept;
    this.#fail = fail;
    void this.ask();
  }

  /** The scores of the round that is being counted, or null if they cannot be computed yet. */
  get sofar(): CountingScore | null {
    const counting = this.score?.counting;
    return counting && !counting.wrong ? counting : null;
  }

  /** Why the round that is being counted cannot be scored, or null. */
  get wrong(): CodedText | null {
    return this.score?.counting?.wrong ?? null;
  }

  get evening(): Evening {
    return this.kept.evening;
  }

  /** True if this phone keeps the score. Otherwise, it only enters its own rack. */
  get keeps(): boolean {
    return !this.kept.shared || (this.phones?.keeps ?? this.kept.keeps !== false);
  }

  /** The seat whose rack this phone enters, or null if it keeps the score or only watches. */
  get seat(): number | null {
    return this.keeps ? null : (this.phones?.seat ?? null);
  }

  /** Change the evening and store it. Resolves once the scores have been computed. */
  change(how: Change): Promise<void> {
    return this.#put(how, this.kept.before);
  }

  /** Change and store the evening without asking for new scores or telling the other phones. */
  note(how: Change): void {
    this.kept = { ...this.kept, evening: how(this.evening) };
    keep(this.kept);
    if (this.kept.shared) this.#waiting.push(how);
  }

  /** Change the counts so that this can be undone. */
  changeCounts(how: Change): Promise<void> {
    const { evening, before } = this.kept;
    const changes = how(evening).counts !== evening.counts;
    return this.#put(how, changes ? [...before, evening.counts] : before);
  }

  get canUndo(): boolean {
    return this.kept.before.length > 0;
  }

  /** Undo the last change to the counts. */
  undo(): Promise<void> {
    const { before } = this.kept;
    const counts = before.at(-1);
    if (!counts) return Promise.resolve();
    const back = (evening: Evening): Evening => ({ ...evening, counts, counting: null, ended: null });
    return this.#put(back, before.slice(0, -1));
  }

  #put(how: Change, before: readonly (readonly Count[])[]): Promise<void> {
    this.kept = { ...this.kept, evening: how(this.evening), before };
    keep(this.kept);
    if (this.kept.shared) {
      this.#waiting.push(how);
      void this.#send();
    }
    return this.ask();
  }

  /** Ask the server for the scores. */
  async ask(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const score = await scores(questionOf(this.evening));
      if (asked !== this.#asked) return;
      this.score = score;
      this.offline = false;
    } catch (error) {
      if (asked === this.#asked) this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.offline = error instanceof ApiError && error.code === 'offline';
    if (this.offline) return;
    if (error instanceof ApiError && error.code === 'no_such_evening') this.#unshare();
    else this.#fail(error);
  }

  /** Share the evening with other phones. */
  async share(): Promise<void> {
    try {
      this.#take(await shared.share(this.evening));
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Stop sharing the evening, or leave it. */
  async unshare(): Promise<void> {
    const { shared: id } = this.kept;
    this.#unshare();
    await shared.end(id).catch(() => {});
  }

  #unshare(): void {
    this.phones = null;
    this.#waiting = [];
    this.kept = { ...this.kept, shared: '', code: '', keeps: true };
    keep(this.kept);
  }

  /** Take the seat whose rack this phone enters. */
  takeSeat(seat: number | null): Promise<void> {
    return this.#request(() => shared.seat(this.kept.shared, seat));
  }

  /** Keep the score on this phone from now on. */
  takeOver(): Promise<void> {
    return this.#request(() => shared.keep(this.kept.shared));
  }

  /** Enter what is left on this phone's rack, or null if its player went out. */
  enterRack(left: Left | null, opened: boolean): Promise<void> {
    const round = this.evening.counts.length;
    const some = left === null || typeof left === 'number' ? left : [...left];
    return this.#request(() => shared.rack(this.kept.shared, { round, left: some, opened }));
  }

  async #request(send: () => Promise<SharedEvening>): Promise<void> {
    try {
      this.#take(await send());
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Take over what the server knows, followed by the changes that it does not have yet. */
  #take(phones: SharedEvening): void {
    const found = eveningIn(phones);
    this.phones = phones;
    const { id, code, keeps } = phones;
    const evening = found ? this.#waiting.reduce((now, how) => how(now), found) : this.evening;
    const changed = found !== null && scoredPart(evening) !== scoredPart(this.evening);
    this.kept = { ...this.kept, evening, shared: id, code, keeps };
    keep(this.kept);
    if (changed) void this.ask();
  }

  /** Send all waiting changes, one after the other. If another phone was faster, they are applied again. */
  #send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    for (let tries = 0; this.#waiting.length && tries < TRIES;) {
      const sent = [...this.#waiting];
      const id = this.kept.shared;
      try {
        if (!this.phones) this.#take(await shared.view(id, 0));
        const phones = await shared.put(id, this.phones!.version, this.evening);
        this.#waiting = this.#waiting.slice(sent.length);
        this.#take(phones);
      } catch (error) {
        const code = error instanceof ApiError ? error.code : '';
        if (code === 'conflict') {
          tries++;
          await this.#request(() => shared.view(id, 0));
        } else if (code === 'not_keeper') {
          this.#waiting = [];
          await this.#request(() => shared.view(id, 0));
        } else {
          this.#failed(error); // the changes wait for the next request
          return;
        }
      }
    }
  }

  /** Ask for the other phones' changes from now on. Returns a function that stops this. */
  follow(): () => void {
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      if (this.offline) await this.ask();
      if (!this.kept.shared) return;
      if (this.#waiting.length) await this.#send();
      else await this.#request(() => shared.view(this.kept.shared, this.phones?.version ?? 0));
    };
    const soon = (): void => void look();
    const timer = setInterval(soon, EVERY);
    addEventListener('online', soon);
    document.addEventListener('visibilitychange', soon);
    soon();
    return () => {
      clearInterval(timer);
      removeEventListener('online', soon);
      document.removeEventListener('visibilitychange', soon);
    };
  }
}
