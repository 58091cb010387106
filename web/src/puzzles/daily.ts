/** Chooses the daily puzzle from the UTC date and the puzzle set, so that it is the same for everyone. */

export const DAY = 86_400_000;
const FIRST_MONDAY = Date.UTC(2025, 11, 29);
const BY_EFFORT = '2026-12-07';
const STRIDE = 1297;

/** Return the date in UTC, such as `2026-11-23`. */
export const dateOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** The indices of the daily puzzles: their range, those for Mondays, and those for each other day of the week. */
interface DailyPuzzles {
  readonly daily: readonly number[];
  readonly mondays?: readonly number[];
  readonly days?: readonly (readonly number[])[];
}

/**
 * Return the index of the daily puzzle for a date. Daily puzzles are sorted by rating and divided into seven parts: the
 * puzzle for Monday comes from the easiest part, the puzzle for Sunday from the hardest. From 7 December 2026, the
 * puzzle for Monday is one for newcomers instead, and the puzzles for the other days are sorted by effort.
 */
export function dailyPlace({ daily, mondays = [], days: others = [] }: DailyPuzzles, date: string): number {
  const [first = 0, end = 0] = daily;
  const days = Math.round((Date.parse(date) - FIRST_MONDAY) / DAY);
  const [week, weekday] = [Math.floor(days / 7), ((days % 7) + 7) % 7];
  // a stored copy of the set may be older than these lists
  const choice = (weekday ? others[weekday - 1] : mondays) ?? [];
  if (choice.length && date >= BY_EFFORT) return choice[(week * STRIDE) % choice.length]!;
  const band = Math.max(1, Math.floor((end - first) / 7));
  return Math.min(end - 1, first + weekday * band + ((((week * STRIDE) % band) + band) % band));
}

/** Return the date in the query of a shared link, or *today* if it has no valid date that has come. */
export function sharedDate(query: string, today: string): string {
  const date = new URLSearchParams(query).get('date') ?? '';
  const valid = /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));
  return valid && date < today ? date : today;
}

/** A locale with the information about its weeks, which browsers have under one of two names. */
type WeekLocale = Intl.Locale & Partial<Record<'getWeekInfo', () => WeekInfo> & Record<'weekInfo', WeekInfo>>;
type WeekInfo = { readonly firstDay: number };
/** The languages whose weeks begin on Sunday, for browsers without this information. */
const FROM_SUNDAY = ['en', 'he'];

/** Return the first day of the week where a language is spoken, from 1 for Monday to 7 for Sunday. */
export function firstDay(language: string, preferred: readonly string[] = navigator.languages): number {
  const local = preferred.find((each) => each.split('-')[0] === language) ?? language;
  const locale: WeekLocale = new Intl.Locale(local);
  const known = locale.getWeekInfo?.() ?? locale.weekInfo;
  return known?.firstDay ?? (FROM_SUNDAY.includes(language) ? 7 : 1);
}

/** Return the dates of the week that contains *date*. The week begins on the day *first*, see `firstDay`. */
export function weekOf(date: string, first: number): string[] {
  const day = Date.parse(date);
  const began = day - ((new Date(day).getUTCDay() - first + 7) % 7) * DAY;
  return Array.from({ length: 7 }, (_, i) => dateOf(began + i * DAY));
}

/** Return the time in this time zone when the puzzle after the one for *date* comes. */
export const nextTime = (date: string, language: string, timeZone?: string): string =>
  new Date(Date.parse(date) + DAY).toLocaleTimeString(language, {
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone ? { timeZone } : {}),
  });

/** Return on how many days of the week that contains *date* a daily puzzle was solved. */
export const solvedInWeek = (solved: readonly string[], date: string, first: number): number =>
  weekOf(date, first).filter((day) => solved.includes(day)).length;
