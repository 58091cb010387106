import { expect, test } from 'vitest';
import { updated } from '../../src/game/seats/seats';

const seats = (...order: number[]): { i: number }[] => order.map((i) => ({ i }));
const order = (shown: readonly { i: number }[]): number[] => shown.map(({ i }) => i);

test('no seat is shown twice when seats rotate for a rematch', () => {
  const now = seats(0, 2, 1);
  let shown: readonly { i: number }[] = seats(1, 2, 0);
  for (const n of [0, 1, 2]) {
    shown = updated(shown, now, n);
    expect(new Set(order(shown)).size).toBe(3);
  }
  expect(order(shown)).toEqual([0, 2, 1]);
});

test('one seat is updated by itself while the players stay the same', () => {
  const [before, now] = [seats(1, 2, 0), seats(1, 2, 0)];
  const shown = updated(before, now, 1);
  expect(shown[1]).toBe(now[1]);
  expect(shown[0]).toBe(before[0]);
});
