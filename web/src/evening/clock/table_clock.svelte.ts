/** The clock on the table: its players, settings and time, which this browser stores. */

import { announce } from '../../device/announce.svelte';
import { sound } from '../../device/sound';
import { store, stored } from '../../device/stored';
import { hush, speak } from '../../device/voice';
import { currentLanguage, t } from '../../text/messages.svelte';
import type { Person } from '../../components/people/here';
import { UNTIMED, type TimeControl } from '../../rules/time_control';
import { sendClock } from '../send_clock';
import { penalise, penaltiesIn, type Evening } from '../evening';
import { keep, keptEvening, keptEvenings, type Kept } from '../stored';
import {
  changed,
  cuesBetween,
  isPaused,
  newClock,
  passed,
  paused,
  started,
  wentBack,
  type Clock,
  type Cue,
} from './clock';

/** The stored state of a clock. */
interface Saved {
  readonly people: readonly Person[];
  readonly clock: Clock;
  /** The number of penalty tiles noted for each player, if the clock does not belong to an evening. */
  readonly booked: readonly number[];
  readonly voice: boolean;
}

/** The clocks by the id of their evening. The one without an evening has an empty id. */
type Clocks = Readonly<Record<string, Saved>>;

const KEY = 'tilerummy.evening.clocks';
/** A second tap within this time counts as the same one, because two players may tap together. */
const BOUNCE = 400;

const USUAL: TimeControl = { ...UNTIMED, turn_ms: 60_000, reserve_ms: 600_000 };

/** Return the stored clock of an evening or, if it has none, a new one for these players. */
function read(people: readonly Person[], kept: Kept | undefined): Saved {
  const clocks = stored<Clocks>(KEY, {});
  const saved = clocks[kept?.id ?? ''];
  const seated = kept?.evening.players ?? saved?.people ?? people;
  if (saved?.clock?.controls?.length === seated.length) return { ...saved, people: seated };
  const last = saved ?? Object.values(clocks).at(-1);
  const clock = newClock(seated.map(() => last?.clock?.controls?.[0] ?? USUAL));
  return { people: seated, clock, booked: seated.map(() => 0), voice: last?.voice ?? true };
}

/** Store a clock as the latest one, and delete the clocks of evenings that have ended. */
function write(evening: string, saved: Saved): void {
  const open = new Set(['', ...keptEvenings().flatMap((each) => (each.evening.ended === null ? [each.id] : []))]);
  const others = Object.entries(stored<Clocks>(KEY, {})).filter(([id]) => id !== evening && open.has(id));
  store(KEY, Object.fromEntries([...others, [evening, saved]]));
}

export class TableClock {
  #saved: Saved = $state.raw(null!);
  /** The clock's evening id, or an empty string. */
  readonly #evening: string;
  /** The penalty tiles of each player in the current round of the evening, or null without an evening. */
  #penalties: readonly number[] | null = $state.raw(null);
  #told = Date.now();
  #tapped = 0;

  /** Restore the current evening's clock or, if it has none, set a new one for these players. */
  constructor(people: readonly Person[], kept: Kept | undefined) {
    this.#saved = read(people, kept);
    this.#evening = kept?.id ?? '';
    if (kept) this.#penalties = penaltiesIn(kept.evening, kept.evening.counts.length);
  }

  /** True if the players belong to an evening and are changed only there. */
  get seated(): boolean {
    return this.#evening !== '';
  }

  /** True if this phone notes penalties: it has no evening, or is the scorekeeper of its evening. */
  get books(): boolean {
    const kept = keptEvening(this.#evening);
    return !kept?.shared || kept.keeps;
  }

  get people(): readonly Person[] {
    return this.#saved.people;
  }
  get clock(): Clock {
    return this.#saved.clock;
  }
  get booked(): readonly number[] {
    return this.#penalties ?? this.#saved.booked;
  }
  get voice(): boolean {
    return this.#saved.voice;
  }
  get paused(): boolean {
    return isPaused(this.clock);
  }
  /** True before the first turn. */
  get fresh(): boolean {
    return this.paused && !this.clock.used && !this.clock.past.length;
  }
  get name(): string {
    return this.people[this.clock.mover]!.name;
  }

  #set(some: Partial<Saved>): void {
    this.#saved = { ...this.#saved, ...some };
    write(this.#evening, this.#saved);
  }

  /** Note the clock in its evening, so that other phones see it. */
  #share(): void {
    const { mover, since, used, reserves } = this.clock;
    this.#change((evening) => ({ ...evening, clock: { mover, since, used, reserves } }));
  }

  /**
   * Change the clock's evening, and send the change to the other phones. A change that does not arrive is sent by the
   * score sheet.
   */
  #change(how: (evening: Evening) => Evening): void {
    const kept = keptEvening(this.#evening);
    if (!kept) return;
    const unsent = kept.unsent || (kept.shared !== '' && kept.keeps);
    const next = { ...kept, evening: how(kept.evening), unsent };
    this.#penalties = penaltiesIn(next.evening, next.evening.counts.length);
    keep(next);
    void sendClock(next);
  }

  #run(clock: Clock): void {
    this.#told = Date.now();
    this.#set({ clock });
    this.#share();
  }

  /** Tap a zone: end the turn or, while the clock is paused, continue. */
  tap(): void {
    const now = Date.now();
    if (now - this.#tapped < BOUNCE) return;
    this.#tapped = now;
    if (this.paused) return this.go();
    this.#run(passed(this.clock, now));
    sound('pass');
    this.#say(this.name);
  }

  go(): void {
    this.#run(started(this.clock, Date.now()));
    sound('pass');
    this.#say(this.name);
  }

  pause(): void {
    this.#run(paused(this.clock, Date.now()));
    hush();
    announce(t('evening.clock.paused'), 'assertive');
  }

  back(): void {
    this.#run(wentBack(this.clock, Date.now()));
    this.#say(this.name);
  }

  /** Note penalty tiles for a player, in the current round of the evening; a negative number takes them back. */
  book(seat: number, tiles: number): void {
    if (this.seated) return this.#change((evening) => penalise(evening, seat, tiles));
    this.#set({ booked: this.booked.with(seat, Math.max(0, this.booked[seat]! + tiles)) });
  }

  set(controls: readonly TimeControl[]): void {
    this.#run(changed(this.clock, controls));
  }

  setVoice(voice: boolean): void {
    if (!voice) hush();
    this.#set({ voice });
  }

  /** Set the clock back to everyone's full time. */
  restart(mover = this.clock.mover, people = this.people): void {
    const controls = people.map((_, i) => this.clock.controls[i] ?? this.clock.controls[0]!);
    this.#run(newClock(controls, Math.min(mover, people.length - 1)));
    this.#set({ people, booked: people.map((_, i) => (people === this.people ? 0 : (this.booked[i] ?? 0))) });
  }

  /** Change a name or a face, without a change of the times. */
  rename(seat: number, person: Person): void {
    this.#set({ people: this.people.with(seat, person) });
  }

  /** Announce what is due since the last call, by voice, sound and vibration, and to screen readers. */
  tell(): void {
    const now = Date.now();
    const [cue] = cuesBetween(this.clock, this.#told, now);
    this.#told = now;
    if (cue) this.#tell(cue);
  }

  #tell(cue: Cue): void {
    const { name } = this;
    if (cue === 'second') return sound('hurry', false);
    sound(cue === 'over' ? 'up' : 'last');
    this.#say(t(`evening.clock.say.${cue}`, { name }));
  }

  #say(text: string): void {
    announce(text, 'assertive');
    if (this.voice) speak(text, currentLanguage());
  }
}
