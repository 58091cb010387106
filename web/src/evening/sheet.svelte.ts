/** The score sheet on the screen: an evening, its scores from the server, and the other phones that share it. */

import { ApiError } from '../net/error';
import { isTransient } from '../net/retry';
import type { CodedText, CountingScore, ScoreAnswer, SharedEvening } from '../net/types/http';
import { questionOf, withCounts, withRacks, type Count, type Evening, type Left } from './evening';
import { eveningIn, scores, shared } from './requests';
import { keep, keptEvening, type Kept } from './stored';

/** A change to an evening. It may be applied again, to a newer version from another phone. */
export type Change = (evening: Evening) => Evening;

/** How often the other phones' changes are requested, in milliseconds. */
const EVERY = 2500;
/** How often a change is applied again because another phone was faster. */
const TRIES = 5;

/** The part of an evening that its scores depend on, as text. */
const scoredPart = (evening: Evening): string => JSON.stringify(questionOf(evening));
const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : '');
/** Return a change that replaces the server's evening, apart from the racks that other players have entered. */
const replaceBy =
  (evening: Evening): Change =>
  (now) =>
    withRacks(evening, now);

export class Sheet {
  kept = $state.raw<Kept>()!;
  /** The scores of the counted rounds, or null until they have been computed. */
  score = $state.raw<ScoreAnswer | null>(null);
  /** True if the server could not be reached. */
  offline = $state.raw(false);
  /** The evening as the server shares it, or null if it is not shared or not known yet. */
  phones = $state.raw<SharedEvening | null>(null);
  /** True if the browser had no room to store the last change. */
  unstored = $state.raw(false);
  #asked = 0;
  /** The pending request for scores. */
  #scoring: Promise<void> | null = null;
  /** Changes that the server does not have yet. */
  #waiting: Change[] = [];
  /** The number of waiting changes that the server has refused. They are only sent along with another one. */
  #refused = 0;
  /**
   * The last request about the shared evening. The requests follow one another, so responses are never outdated.
   */
  #turn: Promise<unknown> = Promise.resolve();
  #looking = false;
  readonly #fail: (error: unknown) => void;

  /** *fail* is called with errors other than a missing connection. */
  constructor(kept: Kept, fail: (error: unknown) => void) {
    this.kept = kept;
    this.#fail = fail;
    if (kept.shared && kept.unsent) this.#waiting = [replaceBy(kept.evening)];
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

  /** True if this phone is the scorekeeper. Otherwise, it only enters its own rack. */
  get keeps(): boolean {
    return !this.kept.shared || (this.phones?.keeps ?? this.kept.keeps !== false);
  }

  /** The seat whose rack this phone enters, or null if it is the scorekeeper or only watches. */
  get seat(): number | null {
    return this.keeps ? null : (this.phones?.seat ?? null);
  }

  /** Change the evening and store it. Resolves once the scores have been computed. */
  change(how: Change): Promise<void> {
    return this.#put(how, this.kept.before);
  }

  /** Change and store the evening without asking for new scores. The next request sends it to the other phones. */
  note(how: Change): void {
    if (this.kept.shared) this.#waiting.push(how);
    this.#keep({ evening: how(this.evening) });
  }

  /** Store a change of the evening, unless it has been deleted. */
  #keep(some: Partial<Kept>): void {
    this.kept = { ...this.kept, ...some, unsent: this.#waiting.length > 0 };
    if (keptEvening(this.kept.id)) this.unstored = !keep(this.kept);
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
    return this.#put((evening) => withCounts(evening, counts), before.slice(0, -1));
  }

  #put(how: Change, before: readonly (readonly Count[])[]): Promise<void> {
    if (this.kept.shared) this.#waiting.push(how);
    this.#keep({ evening: how(this.evening), before });
    if (this.kept.shared) void this.#send();
    return this.ask();
  }

  /** Ask the server for the scores. Resolves once the scores of the latest change have been computed. */
  ask(): Promise<void> {
    this.#asked++;
    return (this.#scoring ??= this.#ask().finally(() => (this.#scoring = null)));
  }

  /** Ask for one change at a time, because quick taps would exceed the server's limit. */
  async #ask(): Promise<void> {
    let asked: number;
    do {
      asked = this.#asked;
      try {
        const score = await scores(questionOf(this.evening));
        if (asked !== this.#asked) continue;
        this.score = score;
        this.offline = false;
      } catch (error) {
        if (asked === this.#asked) this.#later(error);
      }
    } while (asked !== this.#asked);
  }

  /** Handle a failure of a request that is repeated if this may help. */
  #later(error: unknown): void {
    if (isTransient(error)) this.offline = true;
    else this.#failed(error);
  }

  #failed(error: unknown): void {
    const code = codeOf(error);
    if (code === 'no_such_evening') this.#unshare();
    else if (code === 'offline') this.offline = true;
    else this.#fail(error);
  }

  /** Share the evening with other phones. */
  async share(): Promise<void> {
    await this.#request(async () => {
      const sent = this.evening;
      const phones = await shared.share(sent);
      if (this.evening !== sent) this.#waiting = [replaceBy(this.evening)];
      return phones;
    });
  }

  /** Stop sharing the evening, or leave it. */
  async unshare(): Promise<void> {
    const { shared: id } = this.kept;
    if (!id) return;
    this.#unshare();
    await shared.end(id).catch(() => {});
  }

  #unshare(): void {
    this.phones = null;
    this.#forget();
    this.#keep({ shared: '', code: '', keeps: true });
  }

  #forget(): void {
    this.#waiting = [];
    this.#refused = 0;
  }

  /** Take the seat whose rack this phone enters. */
  async takeSeat(seat: number | null): Promise<void> {
    await this.#request((id) => shared.seat(id, seat));
  }

  /** Keep the score on this phone from now on. */
  async takeOver(): Promise<void> {
    await this.#request((id) => shared.keep(id));
  }

  /** Remove another phone, which cannot join again. */
  async remove(phone: string): Promise<void> {
    await this.#request((id) => shared.remove(id, phone));
  }

  /** Enter what is left on this phone's rack, or null if its player went out. Resolves to whether that succeeded. */
  enterRack(left: Left | null, opened: boolean): Promise<boolean> {
    const round = this.evening.counts.length;
    const some = left === null || typeof left === 'number' ? left : [...left];
    return this.#request((id) => shared.rack(id, { round, left: some, opened }));
  }

  /** Make a request about the evening with this *id*, unless it is no longer shared. Resolves to whether it succeeded. */
  async #request(
    send: (id: string) => Promise<SharedEvening>,
    onfail = (error: unknown): void => this.#failed(error),
  ): Promise<boolean> {
    return this.#inTurn(async (id) => {
      try {
        return this.#take(await send(id), id);
      } catch (error) {
        if (this.kept.shared === id) onfail(error);
        return false;
      }
    });
  }

  /** Do *work* after the earlier requests, unless the evening is no longer shared by then. */
  #inTurn(work: (id: string) => Promise<boolean>): Promise<boolean> {
    const { shared: id } = this.kept;
    const turn = this.#turn.then(() => this.kept.shared === id && work(id));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /**
   * Replace the evening with the server's, followed by the changes that the server does not have yet. If this
   * phone has stopped sharing the evening with the id *from*, the response is ignored, and the result is false.
   */
  #take(phones: SharedEvening, from: string): boolean {
    if (this.kept.shared !== from) return false;
    const found = eveningIn(phones);
    this.phones = phones;
    const { id, code, keeps } = phones;
    const evening = found ? this.#waiting.reduce((now, how) => how(now), found) : this.evening;
    const changed = found !== null && scoredPart(evening) !== scoredPart(this.evening);
    this.#keep({ evening, shared: id, code, keeps });
    if (changed) void this.ask();
    return true;
  }

  /** Send all waiting changes in one request. If another phone was faster, they are applied again. */
  #send(): Promise<boolean> {
    return this.#inTurn((id) => this.#sendAll(id));
  }

  async #sendAll(id: string): Promise<boolean> {
    let outdated = this.phones === null;
    for (let tries = 0; (this.#waiting.length || outdated) && tries < TRIES; tries++) {
      let sent = 0;
      try {
        if (outdated && !this.#take(await shared.view(id, 0), id)) return false;
        outdated = false;
        sent = this.#waiting.length;
        if (!sent) return true;
        const phones = await shared.put(id, this.phones!.version, this.evening);
        if (this.kept.shared === id) this.#waiting = this.#waiting.slice(sent);
        this.#refused = 0;
        if (!this.#take(phones, id)) return false;
      } catch (error) {
        if (this.kept.shared !== id) return false;
        outdated = true;
        const code = codeOf(error);
        if (code === 'not_keeper') this.#forget();
        else if (code !== 'conflict') {
          if (!isTransient(error)) this.#refused = sent;
          this.#later(error);
          return false;
        }
      }
    }
    return true;
  }

  /** Ask for the other phones' changes from now on. Returns a function that stops this. */
  follow(): () => void {
    const soon = (): void => void this.#look();
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

  async #look(): Promise<void> {
    if (document.hidden || this.#looking) return;
    this.#looking = true;
    try {
      if (this.offline) await this.ask();
      if (this.kept.shared && this.#waiting.length > this.#refused) await this.#send();
      else if (this.kept.shared) {
        const view = (id: string): Promise<SharedEvening> => shared.view(id, this.phones?.version ?? 0);
        await this.#request(view, (error) => this.#later(error));
      }
    } finally {
      this.#looking = false;
    }
  }
}
