import { expect, test } from 'vitest';
import { commitmentOf, fromHex, labelOf, orderOf, tilesInOrder, toHex } from '../../src/rules/shuffle';

const SEED = Uint8Array.from({ length: 32 }, (_, i) => i);

test('the published example verifies', async () => {
  expect(await commitmentOf(SEED)).toBe('71138bc804b2a113644da4285ee77bfe5ee26eb707f5009011786b1bc2cb49a7');
  const order = await orderOf(SEED, labelOf('G1', ['aa', 'bb', 'cc', 'dd']), 106);
  expect(order.slice(0, 14)).toEqual([98, 32, 78, 82, 67, 22, 61, 34, 25, 66, 87, 37, 17, 0]);
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 106 }, (_, i) => i));
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(order));
  expect(toHex(new Uint8Array(digest))).toMatch(/^f97511658ea7079d/);
});

test('another secret, table or contribution gives another order', async () => {
  const label = labelOf('G1', ['aa', 'bb', 'cc', 'dd']);
  const order = `${await orderOf(SEED, label, 106)}`;
  const other = SEED.map((byte, i) => (i === 31 ? byte ^ 1 : byte));
  expect(`${await orderOf(other, label, 106)}`).not.toBe(order);
  expect(`${await orderOf(SEED, labelOf('G1', ['aa', 'bb', 'cc', '']), 106)}`).not.toBe(order);
  expect(await commitmentOf(other)).not.toBe(await commitmentOf(SEED));
});

test('tiles are ordered by colour, number and copy, jokers last', () => {
  const tiles = tilesInOrder({ numbers: 13, colours: 4, copies: 2, jokers: 2 });
  expect(tiles.length).toBe(106);
  expect([tiles[0], tiles[1], tiles[2], tiles[26], tiles[103], tiles[104]]).toEqual([
    'k1',
    'k1',
    'k2',
    'r1',
    'o13',
    '*',
  ]);
});

test('text that is not hexadecimal is refused', () => {
  expect(fromHex('0g')).toBeNull();
  expect(fromHex('abc')).toBeNull();
  expect([...fromHex(' 00FF ')!]).toEqual([0, 255]);
});
