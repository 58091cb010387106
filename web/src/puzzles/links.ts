/** Public links to the daily puzzle and its picture. */

import type { DailyResult } from './progress';

/**
 * Return the links for sharing the daily puzzle of *date* on the *site*. If the user has solved the puzzle, the links
 * include the result. *week* is the number of daily puzzles that the user solved in this week.
 */
export function dailyLinks(
  site: string,
  date: string,
  result: DailyResult | null,
  week: number,
  language: string,
): { page: string; picture: string } {
  const query = new URLSearchParams({
    ...(result && { seconds: String(result.seconds), hints: String(result.hints) }),
    ...(result && week && { week: String(week) }),
    ...(language !== 'en' && { lang: language }),
  }).toString();
  return {
    page: `${site}/puzzles/daily?date=${date}${query && `&${query}`}`,
    picture: `${site}/api/puzzles/daily/${date}/picture.png${query && `?${query}`}`,
  };
}
