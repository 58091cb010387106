/** The puzzle progress stored in this browser: the days with a solved daily puzzle, the best runs, and the puzzles already tried. */

import { store as keep, stored as kept } from '../device/stored';

const KEY = 'tilerummy.puzzles';
/** The maximum numbers of tried puzzles, best runs and solved days to store. */
const TRIED = 2000;
const RUNS = 5;
const SOLVED = 14;

interface Stored {
  readonly result?: DailyResult;
  readonly solved?: readonly string[];
  readonly runs?: readonly number[];
  readonly tried?: readonly string[];
  readonly rated?: string;
}

/** How the user solved the daily puzzle of a date for the first time. */
export interface DailyResult {
  readonly date: string;
  readonly seconds: number;
  readonly hints: number;
}

const stored = (): Stored => kept(KEY, {});
const store = (some: Stored): void => void keep(KEY, { ...stored(), ...some });

/** Return the user's result in the daily puzzle of *date*, or null if it has not been solved. */
export const dailyResult = (date: string): DailyResult | null =>
  stored().result?.date === date ? stored().result! : null;
export const storeDailyResult = (result: DailyResult): void => store({ result });
/** Store that the daily puzzle of *date* has been solved. */
export const storeSolved = (date: string): void =>
  store({ solved: [...new Set([...solvedDates(), date])].slice(-SOLVED) });

/** Return the latest dates with a solved daily puzzle, in order. */
export function solvedDates(): readonly string[] {
  const { solved } = stored();
  return Array.isArray(solved) ? solved : [];
}

/** Return the number of puzzles solved in each of the best runs, with the highest number first. */
export function bestRuns(): readonly number[] {
  const { runs } = stored();
  return Array.isArray(runs) ? runs.filter((n): n is number => Number.isInteger(n)) : [];
}
/** Store the number of puzzles solved in a run. Returns whether this number is a new record. */
export function storeRun(solved: number): boolean {
  const before = bestRuns();
  store({ runs: [...before, solved].sort((a, b) => b - a).slice(0, RUNS) });
  return solved > 0 && solved > (before[0] ?? 0);
}

export function tried(): ReadonlySet<string> {
  const { tried: found } = stored();
  return new Set(Array.isArray(found) ? found : []);
}
/** Return the id of the rated puzzle that the user has not tried yet, so that a reload shows it again. */
export const ratedPuzzle = (): string => stored().rated ?? '';
export const storeRatedPuzzle = (id: string): void => store({ rated: id });

/** True if the user has not solved or tried any puzzle in this browser. */
export const isNewcomer = (): boolean => !solvedDates().length && !bestRuns().length && !tried().size;
export const storeTried = (id: string): void => store({ tried: [...tried(), id].slice(-TRIED) });
