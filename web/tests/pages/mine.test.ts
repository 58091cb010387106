import { expect, test } from 'vitest';
import { ago } from '../../src/pages/home/lists/times';
import { fitting } from '../../src/pages/mine/opponents';

test('a card shows at most twelve tiles of the last play', () => {
  const melds = [4, 7, 3, 1].map((n) => Array.from({ length: n }, () => 'k1'));
  expect(fitting(melds).map(({ length }) => length)).toEqual([4, 7, 1]);
  expect(fitting([Array.from({ length: 13 }, () => 'k1')])).toHaveLength(1);
});

test('a game that has just ended was a minute ago', () => {
  expect(ago(0, new Date(), 'en')).toBe('1 minute ago');
  expect(ago(150_000, new Date(), 'en')).toMatch(/^[23] minutes ago$/);
});
