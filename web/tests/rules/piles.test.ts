import { describe, expect, test } from 'vitest';
import { joins, tileKinds, readPiles, readLoose, tooMany } from '../../src/rules/piles';
import { STANDARD, readTiles, tileText } from '../../src/rules';

const tiles = (text: string): number[] => readTiles(text, STANDARD);
const goes = (pile: string, tile: string): boolean => joins(tiles(pile), tiles(tile)[0]!, STANDARD);

describe('a tapped tile', () => {
  test('joins tiles it forms a meld with, or may form one with', () => {
    expect(goes('k5', 'r5')).toBe(true);
    expect(goes('k5 r5', 'b5')).toBe(true);
    expect(goes('k5 r5 b5', 'o5')).toBe(true);
    expect(goes('b3', 'b4')).toBe(true);
    expect(goes('b3 b4', 'b5')).toBe(true);
    expect(goes('b3 b5', 'b4')).toBe(true);
    expect(goes('b3 b4', '*')).toBe(true);
    expect(goes('*', 'b4')).toBe(true);
  });

  test('starts a new pile otherwise', () => {
    expect(goes('k5 r5 b5', 'k5')).toBe(false);
    expect(goes('k5 r5 b5', 'b6')).toBe(false);
    expect(goes('b3 b4 b5', 'b9')).toBe(false);
    expect(goes('b3', 'r9')).toBe(false);
    expect(goes('b3', 'b9')).toBe(false);
    expect(goes('k5 r5', 'k5')).toBe(false);
  });
});

describe('typed text', () => {
  test('may contain incomplete melds', () => {
    const { lays, unclear } = readPiles('k5 r5 b5 / b1 r9', STANDARD);
    expect(lays).toHaveLength(2);
    expect(lays[1]).toEqual(tiles('b1 r9'));
    expect(unclear).toBeNull();
  });

  test('asks for the meld if a joker makes two possible', () => {
    const { unclear } = readPiles('k1 k2 k3 / b5 * *', STANDARD);
    expect(unclear?.at).toBe(1);
    expect(unclear?.ways.length).toBe(2);
  });

  test('is read on a rack without joker values', () => {
    expect(readLoose('b4, *b7 *7 / k1', STANDARD)).toEqual(tiles('b4 * * k1'));
  });

  test('may not contain more tiles than the set', () => {
    expect(tooMany(STANDARD, tiles('k5 k5 k5 * * *')).map(tileText)).toEqual(['k5', '*']);
    expect(tooMany(STANDARD, tiles('k5 k5 * *'))).toEqual([]);
  });
});

test('the palette has every kind of tile', () => {
  expect(tileKinds(STANDARD).map((row) => row.length)).toEqual([13, 13, 13, 13, 1]);
  expect(tileKinds({ ...STANDARD, jokers: 0, colours: 2 }).map((row) => row.length)).toEqual([13, 13]);
});
