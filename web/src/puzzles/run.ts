/** A run of three minutes as a value: time by series of right answers, ten seconds less for a miss. */

export const RUN_MS = 180_000;
const MISS_MS = 10_000;
/** So many right answers in a row give so many seconds; from the last on, every ten of them. */
const BONUSES: readonly (readonly [number, number])[] = [
  [5, 3],
  [12, 5],
  [20, 7],
  [30, 10],
];

export interface Run {
  /** When it ends, in milliseconds. */
  readonly ends: number;
  readonly solved: number;
  readonly combo: number;
  readonly missed: readonly string[];
  /** The seconds that the last answer gave, negative after a miss. */
  readonly gave: number;
}

export const begun = (now: number): Run => ({ ends: now + RUN_MS, solved: 0, combo: 0, missed: [], gave: 0 });

/** The seconds that the right answer gives with which a series has that length. */
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

/** The rating of the puzzle after so many: harder and harder. */
export const ratingAt = (many: number): number => Math.min(2400, 780 + 45 * many);

/** Milliseconds as people read them: 2:07. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
