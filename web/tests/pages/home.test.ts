import { expect, test } from 'vitest';
import { cornersOf, ratingLine } from '../../src/pages/home/cards/rating_line';
import { playedIn, shownMelds } from '../../src/pages/home/hero/position';
import { weekOf } from '../../src/puzzles/daily';

test('the week of a date begins on Monday', () => {
  expect(weekOf('2026-11-29')).toEqual([23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`));
  expect(weekOf('2026-11-30')[0]).toBe('2026-11-30');
});

test('days without an attempt continue the rating line', () => {
  const days = [
    { day: '2026-11-20', points: 1500 },
    { day: '2026-11-22', points: 1480 },
    { day: '2026-11-28', points: 1530 },
  ];
  const line = ratingLine(days, '2026-11-29')!;
  expect(line.points).toEqual([1500, 1500, 1480, 1480, 1480, 1480, 1480, 1480, 1530, 1530]);
  expect([line.week, line.better]).toEqual([50, 8]);
  expect(ratingLine([], '2026-11-29')).toBeNull();
  expect(cornersOf([1500])).toHaveLength(1);
});

test('the melds with the latest play come first, and each played tile is marked once', () => {
  const table = ['k5 r5 b5', 'b5 b6 *b7', 'o1 o2 o3'];
  expect(
    playedIn(
      [
        ['k5', 'r5', 'b5'],
        ['b5', 'b6', '*b7'],
      ],
      ['b5', '*'],
    ),
  ).toEqual([[], [0, 2]]);
  expect(shownMelds(table, ['o3'])[0]).toEqual(['o1', 'o2', 'o3']);
});
