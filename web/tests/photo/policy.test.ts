import { describe, expect, test, vi } from 'vitest';
import { STANDARD, readTiles, tileText } from '../../src/rules';
import { allTiles, choose, found, isMeld, positionOf, type Found, type Row } from '../../src/photo/position';
import { misreading, settled, withChanges } from '../../src/photo/policy';
import { reading } from './readings';

const read = (text: string): Found => found(reading(text), STANDARD);
const changes = (text: string): string[] =>
  settled(read(text), STANDARD).map(({ id, from, to }) => `${id}: ${tileText(from)} > ${tileText(to)}`);
const wrong = (row: Row): boolean => !row.rack && !isMeld(row, STANDARD);

describe('doubtful tiles', () => {
  test('are settled if the meld leaves no other way', () => {
    expect(changes('r8 r9 r10 r12:55/r11:40')).toEqual(['3: r12 > r11']);
  });

  test('stay as they were read in a legal meld', () => {
    expect(changes('r8 r9 r10 r11:55/r12:40')).toEqual([]);
  });

  test('stay as they were read if the other reading is not likely enough, or a second one is legal as well', () => {
    expect(changes('r8 r9 r10 r12:75/r11:2')).toEqual([]);
    expect(changes('r8 r9 r10 r12:40/r11:25/r7:25')).toEqual([]);
  });

  test('are the only ones that change', () => {
    expect(changes('r8 r9 r10 r12:85/r11:14')).toEqual([]);
  });

  test('change only once in a meld', () => {
    expect(changes('r8 r9 r11:50/r10:45 r12:50/r11:45')).toEqual([]);
  });

  test('never become a joker, nor a third copy of a tile', () => {
    expect(changes('r8 r9 r10 r12:55/*:44')).toEqual([]);
    expect(changes('r8 r9 r10 r12:55/r11:40 | r11 b11 o11 | r11 k11 o11')).toEqual([]);
  });

  test('do not change once a person has confirmed them, nor on the rack', () => {
    const of = read('r8 r9 r10 r12:55/r11:40');
    expect(settled(choose(of, 3, readTiles('r12', STANDARD)[0]!), STANDARD)).toEqual([]);
    expect(changes('rack r8 r9 r10 r12:55/r11:40')).toEqual([]);
  });

  test('are still doubtful after they have changed', () => {
    const of = read('r8 r9 r10 r12:55/r11:40');
    const now = withChanges(of, settled(of, STANDARD));
    expect(positionOf(now, STANDARD).table).toBe('r8 r9 r10 r11');
    expect(allTiles(now)[3]).toMatchObject({ doubtful: true, checked: false });
  });
});

describe('a misreading', () => {
  test('is offered if it would mend the table, even for a tile that was read for sure', () => {
    expect(misreading(read('r8 r9 r10 r12:60/r11:30'), wrong)).toMatchObject({ id: 3, mends: true });
    expect(misreading(read('k1 b1 o1 | r8 r9 r10 r12:97/r11:2'), wrong)).toMatchObject({ id: 6, mends: true });
  });

  test('is offered if it would mend one of two melds', () => {
    expect(misreading(read('r8 r9 r10 r12:60/r11:30 | k1 k2 k5'), wrong)).toMatchObject({ id: 3, mends: false });
  });

  test('is not offered on a legal table, or for a confirmed tile', () => {
    expect(misreading(read('r8 r9 r10'), wrong)).toBeNull();
    const of = read('r8 r9 r10 r12:60/r11:30');
    expect(misreading(choose(of, 3, readTiles('r12', STANDARD)[0]!), wrong)).toBeNull();
  });

  test('does not mend what is wrong elsewhere', () => {
    const of = read('r8 r9 r10 r12:60/r11:30');
    expect(misreading(of, wrong, () => 1)).toMatchObject({ id: 3, mends: false });
  });

  test('is looked for without judging the other rows again', () => {
    const judged = vi.fn(wrong);
    misreading(read('k1 b1 o1 | k2 b2 o2 | r8 r9 r10 r12:60/r11:30/r7:5'), judged);
    expect(judged).toHaveBeenCalledTimes(3 + 1);
  });

  test('changes nothing by itself', () => {
    const of = read('r8 r9 r10 r12:60/r11:30');
    misreading(of, wrong);
    expect(positionOf(of, STANDARD).table).toBe('r8 r9 r10 r12');
  });
});
