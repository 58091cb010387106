import { describe, expect, test } from 'vitest';
import { STANDARD, readTiles } from '../../src/rules';
import {
  add,
  allTiles,
  choose,
  cut,
  cutOf,
  drop,
  found,
  gapAfter,
  gapAt,
  isMeld,
  join,
  marks,
  onRack,
  positionOf,
  split,
  type Found,
} from '../../src/photo/position';
import { reading } from './readings';

const read = (text: string): Found => found(reading(text), STANDARD);
const table = (of: Found): string => positionOf(of, STANDARD).table;
const tile = (text: string): number => readTiles(text, STANDARD)[0]!;

describe('a reading as a position', () => {
  test('has the rows of the table as piles, and those of the rack together', () => {
    const of = read('k1 b1 o1 | r8 r9 r10 r12 | rack k7 b2 | rack *');
    expect(positionOf(of, STANDARD)).toEqual({ table: 'k1 b1 o1 / r8 r9 r10 r12', rack: 'k7 b2 *' });
    expect(of.rows.map((row) => isMeld(row, STANDARD))).toEqual([true, false, false, false]);
  });

  test('reads a run from the other side of the table, with its joker in place', () => {
    expect(table(read('r6 * r4'))).toBe('r4 *r5 r6');
  });

  test('takes the first possibility if jokers could be several tiles', () => {
    const of = read('b5 * *');
    expect(isMeld(of.rows[0]!, STANDARD)).toBe(true);
    expect(table(of)).toBe('b5 *5 *5');
    expect(table(read('* r6 r5'))).toBe('r5 r6 *r7');
  });

  test('leaves out candidates that the tile set does not contain, and marks the tile', () => {
    const of = found(reading('r13:90/r3:8 k1'), { ...STANDARD, numbers: 7 });
    expect(table(of)).toBe('r3 k1');
    expect([...marks(of, STANDARD).values()]).toEqual(['doubt']);
  });
});

describe('a tile', () => {
  test('that is hard to read never becomes a joker', () => {
    const of = read('*:40/r5:30 k5 b5');
    expect(allTiles(of)[0]!.tile).toBeNull();
    expect([...marks(of, STANDARD)]).toEqual([[0, 'unread']]);
    expect(isMeld(of.rows[0]!, STANDARD)).toBe(false);
    expect(table(choose(of, 0, tile('r5')))).toBe('k5 r5 b5');
  });

  test('of which there are too many copies is marked where it is least sure, and none is dropped', () => {
    const of = read('r5:97/r6:2 k5 b5 | r5:90/r6:9 b5 o5 | r5 o5 k5');
    expect([...marks(of, STANDARD)]).toEqual([[3, 'copies']]);
    expect(allTiles(of)).toHaveLength(9);
  });

  test('is no longer marked once a person has chosen it', () => {
    const of = read('r8 r9 r10 r12:60/r11:30');
    expect([...marks(of, STANDARD)]).toEqual([[3, 'doubt']]);
    expect(marks(choose(of, 3, tile('r12')), STANDARD).size).toBe(0);
  });

  test('is dropped, along with its row if it was alone there', () => {
    expect(table(drop(read('k1 b1 o1 | r8'), 3))).toBe('k1 b1 o1');
  });

  test('that was missed joins the row on whose line it lies', () => {
    const of = read('r8 r9 r11 | k1 b1 o1');
    const after = gapAt(of, [175, 70]);
    expect(after).toMatchObject({ row: 0, at: 3 });
    expect(table(add(of, after, tile('r12')))).toBe('r8 r9 r11 r12 / k1 b1 o1');
    expect(table(add(of, gapAt(of, [20, 190]), tile('r1')))).toBe('r8 r9 r11 / k1 r1 b1 o1');
  });

  test('that was missed far from all others begins a row, and has the size of its neighbour', () => {
    const of = read('r8 r9 r10');
    const gap = gapAt(of, [500, 400]);
    expect(gap.row).toBe(1);
    expect(gap.corners[1]![0] - gap.corners[0]![0]).toBe(40);
    expect(table(add(of, gap, tile('k1')))).toBe('r8 r9 r10 / k1');
  });

  test('is added at the end of a row, or to an empty photo', () => {
    const of = read('r8 r9 r10');
    expect(table(add(of, gapAfter(of, 0), tile('r11')))).toBe('r8 r9 r10 r11');
    const empty = { width: 100, height: 100, rows: [] };
    expect(table(add(empty, gapAt(empty, [50, 50]), tile('k1')))).toBe('k1');
  });
});

describe('rows', () => {
  test('are split before a tile, and joined with the nearest row', () => {
    const of = read('k1 b1 o1 r8 r9 r10');
    const parts = split(of, 3);
    expect(table(parts)).toBe('k1 b1 o1 / r8 r9 r10');
    expect(parts.rows).toHaveLength(2);
    expect(join(parts, 0, 'after').rows).toHaveLength(1);
    expect(join(parts, 1, 'before').rows[0]!.tiles).toHaveLength(6);
    expect(split(of, 0)).toEqual(of);
  });

  test('go to the rack and back, one by one or by a line', () => {
    const of = read('k1 b1 o1 | r8 r9 r10 | k7 b2');
    expect(positionOf(onRack(of, 2, true), STANDARD).rack).toBe('k7 b2');
    const line = { left: 250, right: 250, below: true };
    expect(positionOf(cut(of, line), STANDARD)).toEqual({ table: 'k1 b1 o1 / r8 r9 r10', rack: 'k7 b2' });
    expect(table(cut(of, { ...line, below: false }))).toBe('k7 b2');
  });

  test('are parted by a line where the rack lies, above or below', () => {
    expect(cutOf(read('k1 b1 o1 | rack k7'))).toMatchObject({ below: true, left: 128 });
    expect(cutOf(read('rack k7 | k1 b1 o1'))).toMatchObject({ below: false, left: 128 });
    expect(cutOf(read('k1 b1 o1 | rack k7 | r8 r9 r10'))).toBeNull();
    expect(cutOf(read('k1 b1 o1'))).toMatchObject({ below: true });
  });
});
