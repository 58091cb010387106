/** Links to a shared daily puzzle. */
import { expect, test } from 'vitest';
import { sharedDate } from '../../src/puzzles/daily';
import { dailyLinks } from '../../src/puzzles/links';

test('a shared link opens the puzzle of its date, but none of the future', () => {
  const date = (query: string): string => sharedDate(query, '2026-11-28');
  expect(date('?date=2026-11-20&seconds=41')).toBe('2026-11-20');
  for (const query of ['', '?date=2026-11-29', '?date=2026-13-40', '?date=today', '?date=']) {
    expect(date(query), query).toBe('2026-11-28');
  }
});

test('the result is in the link and in the picture, and only if the puzzle is solved', () => {
  const result = { date: '2026-11-28', seconds: 41, hints: 0 };
  expect(dailyLinks('https://x', '2026-11-28', result, 5, 'de')).toEqual({
    page: 'https://x/puzzles/daily?date=2026-11-28&seconds=41&hints=0&week=5&lang=de',
    picture: 'https://x/api/puzzles/daily/2026-11-28/picture.png?seconds=41&hints=0&week=5&lang=de',
  });
  expect(dailyLinks('https://x', '2026-11-28', null, 5, 'en')).toEqual({
    page: 'https://x/puzzles/daily?date=2026-11-28',
    picture: 'https://x/api/puzzles/daily/2026-11-28/picture.png',
  });
});
