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
    expect(sorted('r3 r4 r5 r6 k5 b5 k9', 'melds')).toBe('r3 r4 r5 r6 k5 k9 b5'));
});

test('the player’s own order outlives another sorting', () => {
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

test('equal tiles make melds of their own', () => {
  const of = draft('', 'r3 r3 r4 r4 r5 r5');
  expect(rackMelds(rackOf(of), STANDARD).map((meld) => meld.length)).toEqual([3, 3]);
});

test('a high one ends a run where the rules have one', () => {
  const set = { ...STANDARD, oneHigh: true };
  const melds = (of: Draft) => rackMelds(rackOf(of), of.set).map((m) => tilesText(m.map((p) => p.tile)));
  expect(melds(draft('', 'k1 k12 k13', set))).toEqual(['k12 k13 k1']);
  expect(melds(draft('', 'k1 k12 k13'))).toEqual([]);
});

test('a tile brings the largest meld it makes on the rack', () => {
  const of = draft('', 'r5 r6 r7 r8 b5 k5');
  const whole = (tile: string): string => {
    const [id] = ids(of, tile);
    const found = meldAround(of.pieces.get(id!)!, rackOf(of), STANDARD);
    return tilesText(found.map((each) => tileAt(of, each)));
  };
  expect(whole('r5')).toBe('r5 r6 r7 r8');
  expect(whole('b5')).toBe('k5 r5 b5');
});
