import { beforeAll, expect, test } from 'vitest';
import PUZZLES from 'virtual:texts/puzzles';
import { dailyPlace, dateOf, nextTime, solvedInWeek } from '../../src/puzzles/daily';
import { doneText } from '../../src/puzzles/text';
import { loadTexts } from '../../src/text/messages.svelte';

beforeAll(() => loadTexts(PUZZLES));

const SET = {
  daily: [63, 98],
  mondays: [5, 8, 13, 21, 34],
  days: [[70, 63, 91], [0], [1], [2], [3], [4]],
} as const;

test('the puzzle of a day is the same as in the library', () => {
  // tests/server/jobs/test_puzzles.py has the same indices
  expect(dailyPlace(SET, '2026-01-01')).toBe(78);
  expect(dailyPlace(SET, '2026-11-23')).toBe(67);
  expect(dailyPlace(SET, '2026-11-29')).toBe(97);
  expect(dailyPlace(SET, '2026-11-30')).toBe(64);
  expect(dailyPlace(SET, '2026-12-07')).toBe(21);
  expect(dailyPlace(SET, '2026-12-14')).toBe(5);
  expect(dailyPlace(SET, '2026-12-08')).toBe(63);
  expect(dailyPlace(SET, '2026-12-15')).toBe(91);
  expect(dailyPlace(SET, '2026-12-20')).toBe(4);
  expect(dailyPlace({ daily: SET.daily, mondays: SET.mondays }, '2026-12-15')).toBe(68); // from an older set
});

test('it is easy on Monday, hard on Sunday, and always in the set', () => {
  const week = [23, 24, 25, 26, 27, 28, 29].map((day) =>
    dailyPlace({ ...SET, daily: [0, 700] }, `2026-11-${day}`),
  );
  expect([...week].sort((a, b) => a - b)).toEqual(week);
  for (let day = 0; day < 400; day++) {
    const place = dailyPlace(SET, dateOf(Date.UTC(2026, 0, 1) + day * 86_400_000));
    const all: number[] = [...SET.mondays, ...SET.days.flat()];
    expect((place >= 63 && place < 98) || all.includes(place)).toBe(true);
  }
});

test('the next puzzle comes at midnight UTC, given in local time', () => {
  expect(nextTime('2026-11-29', 'de', 'Europe/Berlin')).toMatch(/^0?1:00$/);
  expect(nextTime('2026-11-29', 'en', 'America/New_York')).toMatch(/^7:00\sPM$/);
});

test('a next puzzle at midnight is said to come at midnight', () => {
  expect(doneText('2026-11-29', 'UTC')).toContain('at midnight');
  expect(doneText('2026-11-29', 'Europe/Berlin')).toMatch(/at 0?1:00/);
  expect(doneText('2026-11-29', 'America/New_York')).toContain('at 7:00');
});

test('a missed day takes none of the solved days of the week', () => {
  const solved = ['2026-11-22', '2026-11-23', '2026-11-26'];
  expect(['2026-11-24', '2026-11-29', '2026-11-30'].map((day) => solvedInWeek(solved, day, 1))).toEqual([2, 2, 0]);
  expect(solvedInWeek(solved, '2026-11-24', 7)).toBe(3);
});
