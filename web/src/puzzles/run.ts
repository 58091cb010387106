/** A three-minute run as an immutable value. Streaks of solved puzzles add time, and a miss costs ten seconds. */

export const RUN_MS = 180_000;
const MISS_MS = 10_000;
/**
 * The bonus in seconds for reaching each streak length. Beyond the last length, the same bonus is given for every ten
 * more puzzles.
 */
const BONUSES: readonly (readonly [number, number])[] = [
  [5, 3],
  [12, 5],
  [20, 7],
  [30, 10],
];

export interface Run {
  /** The time when the run ends, in milliseconds. */
  readonly ends: number;
  readonly solved: number;
  readonly combo: number;
  readonly missed: readonly string[];
  /** The number of seconds that the last puzzle added to the run. Negative after a miss. */
  readonly gave: number;
}

export const newRun = (now: number): Run => ({ ends: now + RUN_MS, solved: 0, combo: 0, missed: [], gave: 0 });

/** Return the bonus in seconds for reaching a streak of this length. */
export function bonusOf(combo: number): number {
  const exact = BONUSES.find(([length]) => length === combo);
  if (exact) return exact[1];
  const [last, most] = BONUSES.at(-1)!;
  return combo > last && (combo - last) % 10 === 0 ? most : 0;
}

export function right(run: Run): Run {
  const combo = run.combo + 1;
  const gave = bonusOf(combo);
  return { ...run, solved: run.solved + 1, combo, gave, ends: run.ends + gave * 1000 };
}

export const missed = (run: Run, puzzle: string): Run => ({
  ...run,
  combo: 0,
  gave: -MISS_MS / 1000,
  ends: run.ends - MISS_MS,
  missed: [...run.missed, puzzle],
});

export const isOver = ({ ends }: Run, now: number): boolean => now >= ends;

/** Return the target rating for the next puzzle after *many* puzzles have been solved. */
export const ratingAt = (many: number): number => Math.min(2400, 780 + 45 * many);

/** Format a time in milliseconds as minutes and seconds, such as 2:07. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
