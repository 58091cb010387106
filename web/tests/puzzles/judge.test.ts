import { describe, expect, test } from 'vitest';
import { facts, type Laid } from '../../src/rules/facts';
import { meldTexts, readLay, readTiles, readings, without, type Tile } from '../../src/rules';
import { isTile, wrongWith } from '../../src/puzzles/judge';
import { isFamiliar, lawOf, setOf, startOf, type Puzzle } from '../../src/puzzles/puzzle';
import { firstTouch, solutionTables } from '../../src/puzzles/steps';

const puzzle = (some: Partial<Puzzle>): Puzzle => ({
  id: 'p',
  rules: 'sabra',
  goal: 'out',
  table: 'k3 k4 k5 k6 / o4 o5 o6',
  rack: 'b6 o3',
  n: 2,
  set: 'b6 o3',
  answer: 'k3 k4 k5 / o3 o4 o5 / k6 b6 o6',
  d: 8,
  r: 1080,
  themes: ['out'],
  ...some,
});

/** Return the error that is found if a complete table is given as the solution. */
function wrong(each: Puzzle, answer: string) {
  const set = setOf(each);
  const before = startOf(each).table;
  let old: Tile[] = readTiles(each.table.replaceAll('/', ' ').replace(/\*\S+/g, '*'), set);
  const laid: Laid[] = meldTexts(answer).map((text) => {
    const tiles = readTiles(text.replace(/\*\S+/g, '*'), set);
    const own = tiles.map((tile) => {
      const there = old.includes(tile);
      if (there) old = without(old, [tile]);
      return !there;
    });
    return { tiles, own, meld: readings(tiles, set).length ? readings(tiles, set)[0]! : null };
  });
  const placed = laid.flatMap(({ tiles, own }) => tiles.filter((_, n) => own[n]));
  return wrongWith(each, {
    piles: laid.map(({ tiles }) => tiles),
    placed,
    facts: facts(before, laid, lawOf(each)),
  });
}

describe('a table', () => {
  test('is right if all melds are valid and the tiles match the answer', () => {
    expect(wrong(puzzle({}), 'k3 k4 k5 / o3 o4 o5 / k6 b6 o6')).toBeNull();
  });
  test('is wrong with a tile left, an invalid meld, or a missing table tile', () => {
    expect(wrong(puzzle({}), 'k3 k4 k5 k6 / o3 o4 o5 o6')).toEqual({ say: 'wrong.left', n: 1 });
    expect(wrong(puzzle({}), 'k3 k4 k5 k6 b6 / o3 o4 o5 o6')).toMatchObject({ say: 'wrong.meld' });
    expect(wrong(puzzle({}), 'k3 k4 k5 / o3 o4 o5')).toMatchObject({ say: 'wrong.meld' });
  });
  test('may only grow if turns end with a discard', () => {
    const american = puzzle({ rules: 'american', n: 2, set: 'b6 o3', rack: 'b6 o3 r1' });
    expect(wrong(american, american.answer)).toEqual({ say: 'wrong.table' });
  });
  test('opens with enough points and leaves the other melds unchanged', () => {
    const open = puzzle({
      goal: 'open',
      opened: false,
      table: 'r1 r2 r3',
      rack: 'k10 b10 o10 r4 k2 b2 o2',
      n: 3,
      set: 'k10 b10 o10',
      answer: 'r1 r2 r3 / k10 b10 o10',
    });
    expect(wrong(open, open.answer)).toBeNull();
    expect(wrong(open, 'r1 r2 r3 / k2 b2 o2')).toEqual({ say: 'wrong.points', have: 6, want: 30 });
    expect(wrong(open, 'r1 r2 r3 r4 / k10 b10 o10')).toEqual({ say: 'wrong.table' });
  });
  test('keeps the joker if that is the goal', () => {
    const saved = puzzle({
      goal: 'joker',
      table: 'k10 r10 b10',
      rack: 'o10 *',
      n: 1,
      set: 'o10',
      answer: 'k10 r10 b10 o10',
    });
    expect(wrong(saved, saved.answer)).toBeNull();
    expect(wrong(saved, 'k10 r10 b10 *')).toEqual({ say: 'wrong.joker' });
  });
});

test('a tile is named, not laid, if the goal is a discard', () => {
  const safe = puzzle({ goal: 'discard', n: 0, set: '', discard: 'r8' });
  expect([isTile(safe, 'r8'), isTile(safe, 'k4'), isTile(puzzle({}), 'b6')]).toEqual([true, false, false]);
});

describe('the solution tile by tile', () => {
  const cases = [
    puzzle({}),
    puzzle({ table: 'o7 o8 *o9 / k1 k2 k3', rack: 'o9 b1 r1', answer: 'o7 o8 o9 / k1 k2 k3 / b1 r1 *1' }),
    puzzle({ table: '', rack: 'k4 r4 o4', answer: 'k4 r4 o4' }),
  ];
  test.each(cases)('moves one tile in each step and ends with the answer', (each) => {
    const tables = solutionTables(each);
    const count = (table: string): number => meldTexts(table).flatMap((meld) => meld.split(' ')).length;
    expect(tables.at(-1)).toBe(each.answer);
    expect(count(tables.at(-1)!) - count(each.table)).toBe(each.rack.split(' ').length);
    let before = count(each.table);
    for (const table of tables) {
      expect(count(table) - before).toBeLessThanOrEqual(1);
      expect(() => meldTexts(table).map((meld) => readLay(meld, setOf(each)))).not.toThrow();
      before = count(table);
    }
  });
});

describe('the second hint', () => {
  const first = (table: string, answer: string) => firstTouch({ table, answer });

  test('marks the tiles of a single meld that go into another one', () => {
    const table = 'k1 k2 k3 k4 / r4 b4 o4 / r7 r8 r9';
    expect(first(table, 'k1 k2 k3 / k4 r4 b4 o4 / r7 r8 r9 r10')).toMatchObject({ meld: 0, tiles: ['k4'] });
  });

  test('marks a meld to extend if none is taken apart', () => {
    expect(first('k1 k2 k3 / r7 r8 r9', 'k1 k2 k3 / r7 r8 r9 r10')).toMatchObject({ meld: 1, tiles: [] });
  });

  test('marks nothing if the table stays as it is', () => {
    expect(first('k1 k2 k3', 'k1 k2 k3 / r7 r8 r9')).toBeNull();
  });
});

test('a puzzle from a game with discards is familiar only to players of such games', () => {
  const closed = puzzle({ rules: 'international', goal: 'closed' });
  expect(isFamiliar(closed, 'sabra+initial_meld.points=50')).toBe(false);
  expect(isFamiliar(closed, 'american')).toBe(true);
  expect(isFamiliar(puzzle({}), 'international')).toBe(true);
});
