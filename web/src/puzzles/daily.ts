/** Chooses the daily puzzle. It is the same for everyone and depends on the UTC date and the puzzle set. */

const DAY = 86_400_000;
const FIRST_MONDAY = Date.UTC(2025, 11, 29);
const STRIDE = 1297;

/** The date in UTC, such as `2026-11-23`. */
export const dateOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/**
 * The index of a day's puzzle. Daily puzzles are sorted by rating: Monday uses the easiest seventh, Sunday the
 * hardest.
 */
export function dailyPlace({ daily }: { readonly daily: readonly number[] }, date: string): number {
  const [first = 0, end = 0] = daily;
  const days = Math.round((Date.parse(date) - FIRST_MONDAY) / DAY);
  const [week, weekday] = [Math.floor(days / 7), ((days % 7) + 7) % 7];
  const band = Math.max(1, Math.floor((end - first) / 7));
  return Math.min(end - 1, first + weekday * band + ((((week * STRIDE) % band) + band) % band));
}

/** The number of days solved in a row, and the last day. */
export interface Streak {
  readonly last: string;
  readonly days: number;
}

/** The streak after the puzzle of a day was solved. */
export function solvedOn({ last, days }: Streak, date: string): Streak {
  if (last >= date) return { last, days };
  const follows = Date.parse(date) - Date.parse(last || '1970-01-01') === DAY;
  return { last: date, days: follows ? days + 1 : 1 };
}

/** The length of the streak as of a day, 0 if a day was missed. */
export const streakOn = ({ last, days }: Streak, date: string): number =>
  last && Date.parse(date) - Date.parse(last) <= DAY ? days : 0;
