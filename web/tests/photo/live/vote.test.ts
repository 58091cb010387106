import { expect, test } from 'vitest';
import { NO_VOTES, vote, voted, type Voted } from '../../../src/photo/live/vote';
import type { Point, Reading } from '../../../src/photo/reading';
import { reading } from '../readings';

const STEP = 400; // milliseconds between two frames

/** Move all tiles of a reading, like an unsteady camera. */
const moved = (of: Reading, [dx, dy]: Point): Reading => ({
  ...of,
  tiles: of.tiles.map((tile) => ({ ...tile, corners: tile.corners.map(([x, y]): Point => [x + dx, y + dy]) })),
});
/** Vote on readings, one every *step* milliseconds. */
const result = (readings: readonly Reading[], step = STEP): Voted =>
  voted(readings.reduce((votes, each, i) => vote(votes, each, i * step), NO_VOTES))!;
const read = (texts: readonly string[], step = STEP): Voted => result(texts.map(reading), step);
const faces = ({ reading: { tiles } }: Voted): string[] => tiles.map(({ candidates }) => candidates[0]!.face);
const doubts = ({ reading: { tiles } }: Voted): number[] =>
  tiles.flatMap(({ doubtful }, i) => (doubtful ? [i] : []));
const TABLE = 'k1 b1 o1 | r8 r9 r10';

test('the same tiles for a second, and in three frames, are sure', () => {
  expect(voted(NO_VOTES)).toBeNull();
  expect(read([TABLE, TABLE, TABLE]).sure).toBe(false); // 0.8 seconds
  expect(read([TABLE, TABLE, TABLE, TABLE]).sure).toBe(true);
  expect(read([TABLE, TABLE], 2_000).sure).toBe(false);
  expect(read([TABLE, TABLE, TABLE], 2_000).sure).toBe(true);
});

test('an empty table and a picture that should be better are never sure', () => {
  const none = { ...reading(TABLE), tiles: [], rows: [], rack: [] };
  const dark: Reading = { ...reading(TABLE), advice: 'dark' };
  expect(result([none, none, none, none]).sure).toBe(false);
  expect(result([dark, dark, dark, dark]).sure).toBe(false);
});

test('a wrong reading is outvoted', () => {
  const wrong = 'k1 b1 o1 | r8 r9 b10:97/r10:2';
  const now = read([TABLE, TABLE, TABLE, wrong]);
  expect(faces(now)).toEqual(['k1', 'b1', 'o1', 'r8', 'r9', 'r10']);
  expect(now.sure).toBe(true);
  expect(now.reading.tiles[5]!.candidates.map(({ face }) => face)).toEqual(['r10', 'b10', 'k1']);
  expect(now.reading.tiles[5]!.candidates[0]!.probability).toBeCloseTo((3 * 0.99 + 0.02) / 4);
});

test('a doubt that no majority removes stays, and nothing is sure', () => {
  const doubtful = 'k1 b1 o1 | r8 r9 r10:60/r12:35';
  expect(doubts(read([doubtful, doubtful, TABLE, TABLE]))).toEqual([5]);
  expect(read([doubtful, doubtful, TABLE, TABLE]).sure).toBe(false);
  expect(doubts(read([doubtful, TABLE, TABLE, TABLE]))).toEqual([]);
  expect(read([doubtful, TABLE, TABLE, TABLE]).sure).toBe(true);
});

test('two sure readings of a tile that contradict each other are a doubt', () => {
  const other = 'k1 b1 o1 | r8 r9 r12:98/r10:1';
  expect(doubts(read([TABLE, other, TABLE, other]))).toEqual([5]);
});

test('a joker is not elected by doubts about other tiles', () => {
  const doubtful = 'k1 b1 *:45/o1:40 | r8 r9 r10';
  const now = read([doubtful, doubtful, doubtful, doubtful]);
  expect([faces(now)[2], doubts(now), now.sure]).toEqual(['*', [2], false]);
});

test('a tile that comes and goes keeps the rest from being sure', () => {
  const without = 'k1 b1 o1 | r8 r9';
  expect(read([TABLE, without, TABLE, TABLE]).sure).toBe(false);
  expect(read([TABLE, TABLE, without, TABLE]).sure).toBe(false);
  expect(read([TABLE, TABLE, TABLE, without]).sure).toBe(false);
  expect(read([without, TABLE, TABLE, TABLE]).sure).toBe(false);
  expect(read([without, TABLE, TABLE, TABLE, TABLE]).sure).toBe(true);
});

test('a tile that was moved is another one', () => {
  const before = reading('k1 b1 o1 | r8 r9 r10');
  const after = { ...before, tiles: before.tiles.with(5, moved(before, [60, 0]).tiles[5]!) };
  expect(result([before, before, before, after]).sure).toBe(false);
});

test('tiles are the same when the camera moves by more than a tile', () => {
  const far = (i: number): Reading => moved(reading(TABLE), [i * 45, i * -30]);
  const now = result([far(0), far(1), far(2), far(3)]);
  expect(now.sure).toBe(true);
  expect(now.reading.tiles[0]!.corners).toEqual(far(3).tiles[0]!.corners);

  // equal tiles side by side, with one misread
  const pairs = (text: string, i: number): Reading => moved(reading(text), [i * 40, 0]);
  const twins = 'k1 k1 b5 b5 o9 o9';
  const misread = result([twins, twins, 'k1 k1 r5:98/b5:1 b5 o9 o9', twins].map(pairs));
  expect([faces(misread), misread.sure]).toEqual([['k1', 'k1', 'b5', 'b5', 'o9', 'o9'], true]);
});

test('two tiles at nearly the same place are not the same tile', () => {
  const before = reading(TABLE);
  const twin = moved(before, [8, 0]).tiles[5]!;
  const after = { ...before, tiles: [...before.tiles, twin], rows: [...before.rows, [6]] };
  expect(result([before, before, before, after]).sure).toBe(false);
  expect(result([after, after, after, after]).sure).toBe(true);
});

test('a reading in another order still votes for the same tiles', () => {
  const before = reading(TABLE);
  const order = [5, 3, 1, 0, 2, 4];
  const after = { ...before, tiles: order.map((i) => before.tiles[i]!), rows: [[3, 2, 4], [1, 5, 0]] }; // prettier-ignore
  const now = result([before, before, before, after]);
  expect([faces(now), now.sure]).toEqual([['r10', 'r8', 'b1', 'k1', 'o1', 'r9'], true]);
  expect(now.reading.rows).toEqual(after.rows);
});

test('only the last frames vote', () => {
  const old = 'k1 b1 o1 | r8 r9 o12';
  const now = read([...Array<string>(9).fill(old), ...Array<string>(8).fill(TABLE)]);
  expect(now.reading.tiles[5]!.candidates.map(({ face }) => face)).toEqual(['r10', 'k1']);
});

test('the shift of very many equal tiles is found', () => {
  const many = reading(Array<string>(10).fill(Array<string>(20).fill('k1').join(' ')).join(' | '));
  expect(result([0, 1, 2, 3].map((i) => moved(many, [i * 5, 0]))).sure).toBe(true);
});
