import { describe, expect, test } from 'vitest';
import { STANDARD, tilesText } from '../../src/rules';
import { rackOf, tileAt, type Draft } from '../../src/table/state/draft';
import { RackOrder, meldAround, rackMelds, type Sorting } from '../../src/table/state/rack';
import { draft, ids } from './help';

const shown = (of: Draft, rackOrder: RackOrder): string =>
  tilesText(rackOrder.shown(rackOf(of).map((piece) => piece.id)).map((id) => tileAt(of, id)));

function sorted(rack: string, sorting: Sorting): string {
  const of = draft('', rack);
  const rackOrder = new RackOrder();
  rackOrder.sorting = sorting;
  rackOrder.sort(of);
  return shown(of, rackOrder);
}

describe('a rack is sorted', () => {
  const rack = 'o7 r5 * k7 r3 b7 r4 k1';

  test('by colour', () => expect(sorted(rack, 'colour')).toBe('k1 k7 r3 r4 r5 b7 o7 *'));
  test('by number', () => expect(sorted(rack, 'number')).toBe('k1 r3 r4 r5 k7 b7 o7 *'));
  test('melds first', () => expect(sorted(rack, 'melds')).toBe('k7 b7 o7 r3 r4 r5 k1 *'));
  test('melds first, each tile in one meld', () =>
    expect(sorted('r3 r4 r5 r6 k5 b6 k9', 'melds')).toBe('r3 r4 r5 r6 k5 k9 b6'));
  test('then pairs, each tile in one', () =>
    expect(sorted('k4 k5 r5 o9 b12 o12 *', 'melds')).toBe('k4 k5 b12 o12 r5 o9 *'));
});

describe('a rack in parts', () => {
  const parts = (rack: string, sorting: Sorting, rows = 1): string => {
    const of = draft('', rack);
    const rackOrder = new RackOrder();
    rackOrder.rows = rows;
    rackOrder.sorting = sorting;
    rackOrder.sort(of);
    const order = rackOrder.shown(rackOf(of).map((piece) => piece.id));
    const breaks = rackOrder.breaks(order);
    return order.map((id) => `${breaks.has(id) ? '| ' : ''}${tilesText([tileAt(of, id)])}`).join(' ');
  };

  test('melds, pairs and the rest', () =>
    expect(parts('k3 k4 b7 o7 r7 r10 r11 r12 o10 o11 b6 *', 'melds')).toBe(
      'r10 r11 r12 | r7 b7 o7 | k3 k4 | o10 o11 | b6 *',
    ));
  test('rows of equal length end between melds and pairs', () => {
    const rows = (rack: string): string => parts(rack, 'melds', 2);
    expect(rows('k1 r1 o1 b7 o7 r7 k3 k4 b9 o12 o13 r4 b2 k10')).toBe(
      'r7 b7 o7 | k1 r1 o1 | k10 | k3 k4 | o12 o13 | r4 b2 b9',
    );
    expect(rows('k1 r1 o1 r4 r5 r6 r7 k3 k4 b9 b2 b13')).toBe('r4 r5 r6 r7 | k3 k4 | k1 r1 o1 | b2 b9 b13');
    expect(rows('k1 r1 o1 r4 r5 r6')).toBe('r4 r5 r6 | k1 r1 o1');
  });
  test('colours', () => expect(parts('k3 r4 r9 * o1', 'colour')).toBe('k3 | r4 r9 | o1 | *'));
  test('equal numbers', () => expect(parts('k1 r2 k4 r4 b8 o9', 'number')).toBe('k1 r2 | k4 r4 | b8 o9'));
  test("none in the player's own order", () => expect(parts('k1 k4 r2', 'own')).toBe('k1 k4 r2'));
});

test('the player’s own order survives sorting', () => {
  const of = draft('', 'k1 r5 b9');
  const rackOrder = new RackOrder();
  rackOrder.sort(of);
  rackOrder.put(ids(of, 'b9'), ids(of, 'k1')[0]!);
  expect(shown(of, rackOrder)).toBe('b9 k1 r5');
  rackOrder.sorting = 'colour';
  rackOrder.sort(of);
  expect(shown(of, rackOrder)).toBe('k1 r5 b9');
  rackOrder.sorting = 'own';
  rackOrder.sort(of);
  expect(shown(of, rackOrder)).toBe('b9 k1 r5');
});

test('equal tiles are in separate melds', () => {
  const of = draft('', 'r3 r3 r4 r4 r5 r5');
  expect(rackMelds(rackOf(of), STANDARD).map((meld) => meld.length)).toEqual([3, 3]);
});

test('a high one ends a run if the rules allow it', () => {
  const set = { ...STANDARD, oneHigh: true };
  const melds = (of: Draft) => rackMelds(rackOf(of), of.set).map((m) => tilesText(m.map((p) => p.tile)));
  expect(melds(draft('', 'k1 k12 k13', set))).toEqual(['k12 k13 k1']);
  expect(melds(draft('', 'k1 k12 k13'))).toEqual([]);
});

test('a tile selects its largest meld on the rack', () => {
  const of = draft('', 'r5 r6 r7 r8 b5 k5');
  const whole = (tile: string): string => {
    const [id] = ids(of, tile);
    const found = meldAround(of.pieces.get(id!)!, rackOf(of), STANDARD);
    return tilesText(found.map((each) => tileAt(of, each)));
  };
  expect(whole('r5')).toBe('r5 r6 r7 r8');
  expect(whole('b5')).toBe('k5 r5 b5');
});
