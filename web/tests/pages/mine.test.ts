import { expect, test } from 'vitest';
import { fitting } from '../../src/pages/mine/opponents';

test('a card shows at most twelve tiles of the last play', () => {
  const melds = [4, 7, 3, 1].map((n) => Array.from({ length: n }, () => 'k1'));
  expect(fitting(melds).map(({ length }) => length)).toEqual([4, 7, 1]);
  expect(fitting([Array.from({ length: 13 }, () => 'k1')])).toHaveLength(1);
});
