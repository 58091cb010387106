import { expect, test } from 'vitest';
import { RUN_MS, newRun, bonusOf, clock, isOver, missed, ratingAt, right } from '../../src/puzzles/run';

test('a streak adds 3, 5, 7 and 10 seconds, then 10 every ten answers', () => {
  const given = Array.from({ length: 55 }, (_, n) => [n + 1, bonusOf(n + 1)]).filter(([, seconds]) => seconds);
  expect(given).toEqual([
    [5, 3],
    [12, 5],
    [20, 7],
    [30, 10],
    [40, 10],
    [50, 10],
  ]);
});

test('a miss costs ten seconds, ends the streak, and is stored for review', () => {
  let run = newRun(1000);
  for (let n = 0; n < 5; n++) run = right(run);
  expect(run).toMatchObject({ solved: 5, combo: 5, gave: 3, ends: 1000 + RUN_MS + 3000 });

  run = missed(run, 'p1');
  expect(run).toMatchObject({ solved: 5, combo: 0, gave: -10, missed: ['p1'], ends: 1000 + RUN_MS - 7000 });
  expect([isOver(run, run.ends - 1), isOver(run, run.ends)]).toEqual([false, true]);
});

test('it gets harder, and the clock shows minutes and seconds', () => {
  expect(ratingAt(0)).toBeLessThan(ratingAt(10));
  expect(ratingAt(1000)).toBe(2400);
  expect([clock(180_000), clock(9_001), clock(-5)]).toEqual(['3:00', '0:10', '0:00']);
});
