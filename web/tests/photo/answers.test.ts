// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { STANDARD, tilesText } from '../../src/rules';
import { difference, strayTiles, wrongOn } from '../../src/photo/answers/compare';
import { playQuestion, tableQuestion } from '../../src/photo/answers/judge';
import { laidIn, shown } from '../../src/photo/answers/shown';
import { found, type Found } from '../../src/photo/position';
import { asText, changes, forget, record, recorded } from '../../src/photo/record';
import { reading } from './readings';

const read = (text: string): Found => found(reading(text), STANDARD);

beforeEach(() => localStorage.clear());

test('a table is judged as if it had been laid at once, with a tile left to discard', () => {
  expect(tableQuestion(read('k1 b1 o1 | r8 r9 r10 r12 | rack k7'), 'sabra', STANDARD)).toEqual({
    ruleset: 'sabra',
    table: '',
    rack: 'k1 b1 o1 r8 r9 r10 r12 k1',
    after: 'k1 b1 o1 / r8 r9 r10 r12',
    opened: true,
    cite: true,
  });
});

test('a play is judged with the rack of the first photo, or with the tiles that were added', () => {
  const after = read('k1 b1 o1 r1 | r8 r9 r10');
  const seen = read('k1 b1 o1 | r8 r9 r10 | rack r1 k7');
  expect(playQuestion(seen, after, 'sabra', STANDARD, true)).toMatchObject({
    rack: 'r1 k7',
    turn: true,
    cite: true,
  });
  const unseen = read('k1 b1 o1 | r8 r9 r10');
  expect(playQuestion(unseen, after, 'sabra', STANDARD, false)).toMatchObject({
    table: 'k1 b1 o1 / r8 r9 r10',
    rack: 'r1',
    after: 'k1 r1 b1 o1 / r8 r9 r10',
    opened: false,
  });
});

test('certain errors are piles that are not melds, lost tiles, and tiles that no one had', () => {
  const before = read('k1 b1 o1 | r8 r9 r10 | rack k7');
  expect(wrongOn(read('k1 b1 o1 | r8 r9 r12'), STANDARD)).toBe(1);
  expect(strayTiles(before, read('k1 b1 o1 | r8 r9 r10 k7'))).toBe(0);
  expect(strayTiles(before, read('k1 b1 o1 r1'))).toBe(4);
  const { came, missing } = difference(before, read('k1 b1 r1 | r8 r9 r10'));
  expect([tilesText(came), tilesText(missing)]).toEqual(['r1', 'o1']);
});

test('the felt shows piles that are not melds, and marks tiles', () => {
  const of = read('r6 * r4 | r8 r9 r12 | rack k7');
  expect(shown(of, STANDARD, new Map([[5, 'doubt']]))).toEqual({
    melds: [
      ['r4', '*r5', 'r6'],
      ['r8', 'r9', 'r12'],
    ],
    wrong: [false, true],
    doubt: [[], [2]],
    rack: ['k7'],
  });
});

test('the felt marks equal tiles one by one, jokers in melds, and tiles that were not read', () => {
  const all = (text: string) => {
    const of = read(text);
    return shown(of, STANDARD, new Map(of.rows[0]!.tiles.map(({ id }) => [id, 'doubt'])));
  };
  expect(all('r8:60/r9:30 r8:60/r9:30 r10').doubt).toEqual([[0, 1, 2]]);
  expect(all('r6 * r4').doubt).toEqual([[2, 1, 0]]);
  expect(all('*:40/r5:30 k5 b5')).toMatchObject({
    melds: [['?', 'k5', 'b5']],
    wrong: [false],
    doubt: [[0, 1, 2]],
  });
  expect(shown(read('rack *:40/r5:30 k5'), STANDARD).rack).toEqual(['?', 'k5']);
});

test('tiles that were laid are found in the table after the play', () => {
  const after = [
    ['k1', 'b1', 'o1'],
    ['r8', 'r9', 'r10', 'r11'],
    ['k2', 'k3', '*k4'],
  ];
  expect(laidIn('k1 b1 o1 / r8 r9 r10', after)).toEqual([[], [3], [0, 1, 2]]);
});

test('an evening is recorded photo by photo, without repetitions', () => {
  const entry = { at: 1000, ruleset: 'sabra', table: 'k1 b1 o1', rack: '' };
  record(entry);
  record({ ...entry, at: 2000 });
  record({ ...entry, at: 3000, table: 'k1 b1 o1 / r8 r9 r10' });
  expect(recorded().map(({ at }) => at)).toEqual([1000, 3000]);
  expect(changes(recorded()[0]!, recorded()[1]!)).toEqual({ came: ['r8', 'r9', 'r10'], left: [] });
  expect(asText(recorded())).toContain('1970-01-01T00:00:03.000Z k1 b1 o1 / r8 r9 r10');
  forget(1000);
  expect(recorded()).toHaveLength(1);
});

test('a record of a larger tile set is compared in any other', () => {
  const entry = { at: 1000, ruleset: 'sabra', table: 'r13 r14 *r15 / g5 y5 *5', rack: '' };
  const later = { ...entry, at: 2000, table: 'r13 r14 r15 / g5 y5 *5' };
  expect(changes(entry, later)).toEqual({ came: ['r15'], left: ['*'] });
});

test('a malformed record is left out', () => {
  const entry = { at: 1000, ruleset: 'sabra', table: 'k1 b1 o1 / nonsense', rack: '' };
  const entries = [{ at: 'x' }, 7, null, { ...entry, at: 1e300 }, entry, entry];
  localStorage.setItem('tilerummy.photos', JSON.stringify(entries));
  expect(recorded()).toEqual([entry]);
  expect(asText(recorded())).toContain('nonsense');
  expect(changes(entry, { ...entry, table: '' }).left).toEqual(['k1', 'b1', 'o1', 'nonsense']);
  localStorage.setItem('tilerummy.photos', '{"at": 1');
  expect(recorded()).toEqual([]);
});
