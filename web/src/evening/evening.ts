/** An evening at a real table: its players, its rules, and what was counted after each round. */

import type { CountBody, EveningRecord, ScoreAnswer, ScoreQuestion } from '../net/types/http';
import type { Person } from '../components/people/here';

/** The rest of a rack: the numbers on the tiles, where 0 is a joker, or the sum of its points. */
export type Left = readonly number[] | number;

/** An evening's clock, as other phones see it. Times are in milliseconds. */
export interface SharedClock {
  /** The seat whose turn it is. */
  readonly mover: number;
  /** When the turn's time was last started, or null while the clock is paused. */
  readonly since: number | null;
  /** Milliseconds used in this turn before that. */
  readonly used: number;
  /** Everyone's reserve at the start of the turn. */
  readonly reserves: readonly number[];
}

/** A round that is being counted. `said` is true once someone has entered who went out. */
export interface Counting {
  /** The round's number, counting from 0. If it was counted before, it is being corrected. */
  readonly round: number;
  readonly said: boolean;
  readonly count: Count;
}

/** The count after a round: see `CountBody`. */
export type Count = Omit<Required<CountBody>, 'left' | 'penalties'> & {
  readonly left: readonly (Left | null)[];
  /**
   * The number of penalty tiles that each player drew in the round. They are only noted: the tiles stay on the
   * racks.
   */
  readonly penalties?: readonly number[];
};

/** An evening in the form that is stored and shared. */
export interface Evening {
  readonly title: string;
  readonly ruleset: string;
  /** The house rules' name, or an empty string. */
  readonly rules_name: string;
  readonly players: readonly Person[];
  readonly rounds: number | null;
  readonly target: number | null;
  /** The seat that starts the first round. */
  readonly starter: number;
  readonly counts: readonly Count[];
  readonly counting: Counting | null;
  /** The penalty tiles of each player in the current round; empty without any. */
  readonly penalties: readonly number[];
  /** The seat that starts the round that is being played, or null if it is the one that the rules give. */
  readonly next_starter: number | null;
  readonly disputes: number;
  readonly clock: SharedClock | null;
  readonly began: number;
  readonly ended: number | null;
}

/** The limits of an evening. The server has the same ones. */
export const PLAYERS = { least: 2, most: 6 } as const;
export const MOST_ROUNDS = 100;
export const MOST_DISPUTES = 1000;
export const LONGEST_TITLE = 40;

export const newEvening = (players: readonly Person[], ruleset: string, now: number): Evening => ({
  title: '',
  ruleset,
  rules_name: '',
  players,
  rounds: 5,
  target: null,
  starter: 0,
  counts: [],
  counting: null,
  penalties: [],
  next_starter: null,
  disputes: 0,
  clock: null,
  began: now,
  ended: null,
});

/** Return an evening with the same players and rules, started by the winner of the last one. */
export const sameAgain = (evening: Evening, starter: number, now: number): Evening => ({
  ...evening,
  title: '',
  starter,
  counts: [],
  counting: null,
  penalties: [],
  next_starter: null,
  disputes: 0,
  clock: null,
  began: now,
  ended: null,
});

const empty = (players: number): Count => ({
  out: null,
  left: Array<null>(players).fill(null),
  opened: Array<boolean>(players).fill(true),
  win: null,
  hand: null,
  hand_jokers: 0,
  joker_discarded: false,
  trump_holders: [],
  handfuls: [],
  following: null,
  starter: null,
  at: 0,
});

/** Begin to count the next round, unless another phone has begun already, or begin to correct an earlier one. */
export function begin(evening: Evening, round = evening.counts.length): Evening {
  if (evening.counting?.round === round) return evening;
  const before = evening.counts[round];
  const count = before ?? empty(evening.players.length);
  return { ...evening, counting: { round, said: before !== undefined, count } };
}

/** Change part of the round that is being counted. */
export const changeCount = (evening: Evening, some: Partial<Count>): Evening =>
  evening.counting
    ? { ...evening, counting: { ...evening.counting, count: { ...evening.counting.count, ...some } } }
    : evening;

/** Enter who went out; null means that no one did. The counts of all other racks stay. */
export function wentOut(evening: Evening, seat: number | null): Evening {
  const { counting } = evening;
  if (!counting) return evening;
  const { count } = counting;
  const left = count.left.map((each, i) => (i === seat || (counting.said && i === count.out) ? null : each));
  const opened = count.opened.map((has, i) => has || i === seat);
  return {
    ...evening,
    counting: {
      ...counting,
      said: true,
      count: { ...count, out: seat, left, opened, following: null, win: seat === null ? null : count.win },
    },
  };
}

/** Enter what is left on a rack, and whether its owner has melded, if that is not known yet. */
export function setLeft(evening: Evening, seat: number, left: Left | null, opened?: boolean): Evening {
  const { counting } = evening;
  if (!counting) return evening;
  const { count } = counting;
  return changeCount(evening, {
    left: count.left.with(seat, left),
    opened: opened === undefined ? count.opened : count.opened.with(seat, opened),
  });
}

/**
 * Return the evening with the racks that other phones have entered in *other*, if these racks are missing. They belong
 * to the round that is being counted.
 */
export function withRacks(evening: Evening, { counting: theirs }: Evening): Evening {
  const { counting: ours, counts } = evening;
  if (theirs?.round !== counts.length || (ours && ours.round !== theirs.round)) return evening;
  if (!ours) return { ...evening, counting: theirs };
  const { said, count } = ours.said
    ? ours
    : { said: theirs.said, count: { ...ours.count, out: theirs.count.out } };
  const isMissing = (seat: number): boolean => count.left[seat] === null && !(said && seat === count.out);
  const left = count.left.map((rack, seat) => (isMissing(seat) ? theirs.count.left[seat]! : rack));
  const opened = count.opened.map((has, seat) => (isMissing(seat) ? theirs.count.opened[seat]! : has));
  return { ...evening, counting: { ...ours, said, count: { ...count, left, opened } } };
}

/** Return the seats whose racks have not been counted, in order of play. */
export function uncounted({ counting }: Evening): number[] {
  if (!counting?.said) return [];
  const { out, left } = counting.count;
  return left.flatMap((each, seat) => (each === null && seat !== out ? [seat] : []));
}

/** The penalty tiles of each player in a round. */
export const penaltiesIn = ({ counts, penalties, players }: Evening, round: number): readonly number[] => {
  const noted = (round < counts.length ? counts[round]!.penalties : penalties) ?? [];
  return players.map((_, seat) => noted[seat] ?? 0);
};

/** Note penalty tiles that a player drew in the round that is being played. A negative number takes them back. */
export function penalise(evening: Evening, seat: number, tiles: number): Evening {
  const noted = penaltiesIn(evening, evening.counts.length);
  return { ...evening, penalties: noted.with(seat, Math.max(0, noted[seat]! + tiles)) };
}

/** Choose who starts the round that is being played. By the rules, this is *usual*. */
export const startNext = (evening: Evening, seat: number, usual: number): Evening => ({
  ...evening,
  next_starter: seat === usual ? null : seat,
});

/** Enter a count in the evening: a new round, or a correction of an earlier one. */
export function enter(evening: Evening, now: number): Evening {
  const { counting, counts, penalties, next_starter: starter } = evening;
  if (!counting) return evening;
  const { round, count } = counting;
  const isNew = round >= counts.length;
  const entered = isNew ? { ...count, starter, penalties, at: now } : count;
  return {
    ...evening,
    counts: isNew ? [...counts, entered] : counts.with(round, entered),
    counting: null,
    ended: null,
    ...(isNew && { penalties: [], next_starter: null }),
  };
}

/** Return the evening with earlier counts. A round that they do not contain is being played again. */
export function withCounts(evening: Evening, counts: readonly Count[]): Evening {
  const undone = evening.counts[counts.length];
  const again = undone && { penalties: undone.penalties ?? [], next_starter: undone.starter };
  return { ...evening, counts, counting: null, ended: null, ...again };
}

/** The points of a rack, from the points of each number as the server gave them. */
export const pointsOf = (left: Left, points: readonly number[]): number =>
  typeof left === 'number' ? left : left.reduce((sum, each) => sum + (points[each] ?? 0), 0);

/** The question to the server for the scores of an evening, and of the round that is being counted. */
export const questionOf = (evening: Evening): ScoreQuestion => ({
  ruleset: evening.ruleset,
  players: evening.players.length,
  rounds: evening.rounds,
  target: evening.target,
  starter: evening.starter,
  counts: evening.counts.map(bodyOf),
  counting: evening.counting?.said ? bodyOf(evening.counting.count) : null,
  round: evening.counting?.round ?? 0,
});

const bodyOf = (count: Count): CountBody => ({
  ...count,
  penalties: [...(count.penalties ?? [])],
  left: count.left.map((left) => (left === null || typeof left === 'number' ? left : [...left])),
});

/** The running totals after each round, from 0 on. */
export function runningTotals(score: ScoreAnswer): number[][] {
  const totals = [score.totals.map(() => 0)];
  for (const { scores } of score.scored) totals.push(scores.map((points, i) => points + totals.at(-1)![i]!));
  return totals;
}

/** The question to the server for an evening's record. */
export const recordOf = (evening: Evening, title: string): Omit<EveningRecord, 'form'> => ({
  ...questionOf({ ...evening, counting: null }),
  names: evening.players.map(({ name }) => name),
  title,
  disputes: evening.disputes,
  began: evening.began,
});
