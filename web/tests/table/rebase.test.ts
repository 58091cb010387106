import { describe, expect, test } from 'vitest';
import { STANDARD, readLay, readRack, readTable } from '../../src/rules';
import { rackOf, type Draft } from '../../src/table/state/draft';
import { move } from '../../src/table/state/moves';
import { rebase } from '../../src/table/state/rebase';
import { restored } from '../../src/table/state/restore';
import { draft, ids, random, text } from './help';

const then = (of: Draft, table: string, rack: string) =>
  rebase(of, { set: STANDARD, table: readTable(table, STANDARD), rack: readRack(rack, STANDARD) });

const prepared = (): Draft => {
  let of = draft('r3 r4 r5 / k10 k11 k12 / b1 b2 b3', 'r6 o7 o8 o9 b4');
  of = move(of, ids(of, 'r6'), { to: 'pile', key: of.piles[0]!.key, at: 3 }).draft;
  return move(of, ids(of, 'o7 o8 o9'), { to: 'new' }).draft;
};

describe('a prepared play', () => {
  test('is kept completely when other melds change', () => {
    const after = then(prepared(), 'r3 r4 r5 / k10 k11 k12 k13 / b1 b2 b3', 'r6 o7 o8 o9 b4');
    expect(after.whole).toBe(true);
    expect(text(after.draft).split(' / ').sort()).toEqual(
      ['b1 b2 b3', 'k10 k11 k12 k13', 'o7 o8 o9', 'r3 r4 r5 r6'].sort(),
    );
  });

  test('adds to a meld that has grown', () => {
    const after = then(prepared(), 'r2 r3 r4 r5 / k10 k11 k12 / b1 b2 b3', 'r6 o7 o8 o9 b4');
    expect(after.whole).toBe(true);
    expect(text(after.draft)).toContain('r2 r3 r4 r5 r6');
  });

  test('only returns what was broken', () => {
    const after = then(prepared(), 'r3 r4 r5 r6 / k10 k11 k12 / b1 b2 b3', 'r6 o7 o8 o9 b4');
    expect(after.whole).toBe(false);
    expect(text(after.draft)).toContain('o7 o8 o9');
    expect(
      rackOf(after.draft)
        .map((p) => p.id)
        .sort(),
    ).toEqual(['b4.0', 'r6.0']);
  });

  test('returns what needs a tile that left the rack', () => {
    const after = then(prepared(), 'r3 r4 r5 / k10 k11 k12 / b1 b2 b3', 'r6 o7 o8 b4');
    expect(after.whole).toBe(false);
    expect(text(after.draft)).not.toContain('o8');
    expect(text(after.draft)).toContain('r3 r4 r5 r6');
  });

  test('a rearrangement of several melds is kept completely or not at all', () => {
    let of = draft('r1 r2 r3 r4 / k4 b4 o4', 'r5');
    of = move(of, ids(of, 'r4'), { to: 'pile', key: of.piles[1]!.key, at: 3 }).draft;
    expect(text(of)).toBe('r1 r2 r3 / k4 r4 b4 o4');
    expect(text(then(of, 'r1 r2 r3 r4 / k4 b4 o4 / k1 k2 k3', 'r5').draft)).toContain('k4 r4 b4 o4');
    const broken = then(of, 'r1 r2 r3 r4 r5 / k4 b4 o4', 'r5');
    expect(broken.whole).toBe(false);
    expect(text(broken.draft)).toBe('r1 r2 r3 r4 r5 / k4 b4 o4');
  });

  test('never loses or duplicates a tile, whatever the other players do', () => {
    for (let seed = 1; seed < 80; seed++) {
      const next = random(seed);
      let of = prepared();
      for (let i = 0; i < 4; i++) {
        const everything = [...of.pieces.keys()];
        const pile = of.piles[next(of.piles.length)]!;
        of = move(of, [everything[next(everything.length)]!], {
          to: 'pile',
          key: pile.key,
          at: next(4),
        }).draft;
      }
      const tables = [
        'r3 r4 r5 / k10 k11 k12 / b1 b2 b3',
        'r3 r4 r5 / k9 k10 k11 k12 / b1 b2 b3',
        'r2 r3 r4 r5 / k10 k11 k12 / b1 b2 b3 b4',
        'r3 r4 r5 r6 / k10 k11 k12 / b1 b2 b3 / k1 r1 b1',
      ];
      const after = then(of, tables[next(4)]!, 'r6 o7 o8 o9 b4').draft;
      const laid = after.piles.flatMap((pile) => pile.ids);
      expect(new Set(laid).size).toBe(laid.length);
      expect(after.start.flatMap((pile) => pile.ids).filter((id) => !laid.includes(id))).toEqual([]);
      expect(new Set(after.piles.map(({ key }) => key)).size).toBe(after.piles.length);
    }
  });
});

describe('after a reload', () => {
  const lays = (melds: string[]) => melds.map((meld) => readLay(meld, STANDARD));

  test('a saved draft is restored, invalid melds included', () => {
    const of = draft('r3 r4 r5 *r6 / k10 k11 k12', 'r6 o7');
    const back = restored(of, lays(['r3 r4 r5 r6', '*', 'k10 k11', 'k12 o7']));
    expect(text(back!).split(' / ').sort()).toEqual(['r3 r4 r5 r6', '*', 'k10 k11', 'k12 o7'].sort());
    expect(back!.piles.flatMap((pile) => pile.ids)).toContain('r6.0');
  });

  test('untouched melds are recognised, even with equal tiles', () => {
    const of = draft('r3 r4 r5 / r3 b3 k3 / k10 k11 k12', 'r6');
    const back = restored(of, lays(['k10 k11 k12', 'k3 r3 b3', 'r3 r4 r5 r6']))!;
    expect(back.piles.slice(1)).toEqual(of.piles.slice(1));
    expect(back.piles[0]!.key).toBe(of.piles[0]!.key);
    expect(restored(of, lays(['k10 k11 k12', 'k3 r3 b3', 'r3 r4 r5']))!.piles).toEqual(of.piles);
  });

  test('it is refused if the table has changed', () => {
    const of = draft('r3 r4 r5 / k10 k11 k12', 'r6');
    expect(restored(of, lays(['r3 r4 r5 r6']))).toBeNull();
    expect(restored(of, lays(['r3 r4 r5 r6 r7', 'k10 k11 k12']))).toBeNull();
  });
});
