// @vitest-environment happy-dom
/** The changes since the viewer's last turn are marked by seat. */

import { beforeAll, describe, expect, test } from 'vitest';
import { markTurns, sinceOwnTurn } from '../../src/game/felt/change_markers';
import type { LogLine } from '../../src/game/room/log_lines';
import { Control } from '../../src/table/control';
import { loadDeferred } from '../../src/table/draft_deferred';
import { STANDARD, readRack, readTable } from '../../src/rules';
import { law } from '../table/help';

let seq = 0;
const line = (seat: number | null, ...tiles: string[]): LogLine => ({
  ...{ seq: seq++, seat, text: '' },
  move: { before: '', name: '', after: '', tiles: tiles.map((each) => each.split(' ')), laid: true },
});
/** Return a line about tiles that were drawn, taken or discarded, so they are not on the table. */
const beside = (seat: number, ...tiles: string[]): LogLine => {
  const { move, ...rest } = line(seat, ...tiles);
  return { ...rest, move: { ...move!, laid: false } };
};
const note = (seat: number | null): LogLine => ({ seq: seq++, seat, text: '', move: null });
const seats = (lines: LogLine[], me: number | null, many: number): (number | null)[] =>
  sinceOwnTurn(lines, me, many).map(({ seat }) => seat);

beforeAll(loadDeferred);

describe("the turns since the viewer's", () => {
  test('are those after it, latest first', () => {
    expect(seats([line(1), line(0), line(1), line(2), line(3)], 0, 4)).toEqual([3, 2, 1]);
    expect(seats([line(1), line(2), line(0)], 0, 3)).toEqual([]);
  });

  test('are at most one per other player, without sentences', () => {
    expect(seats([line(2), line(1), line(2), note(null), line(1), note(1), line(2)], 0, 3)).toEqual([2, 1]);
    expect(seats([line(0), line(1), line(0), line(1)], null, 2)).toEqual([1]);
  });
});

test('tiles are marked in the melds they joined, with the sign of the last player who added some', () => {
  const control = new Control(law(), { change() {}, show() {}, announce() {}, ask() {}, select() {}, zone() {} });
  const deal = {
    set: STANDARD,
    table: readTable('r3 r4 r5 r6 / k5 r5 b5 / b1 *b2 b3', STANDARD),
    rack: readRack('k1', STANDARD),
  };
  control.deal(deal, true);
  markTurns(
    control,
    sinceOwnTurn([line(0, 'k1 k2 k3'), line(1, 'r5 r6', 'b1 *b2 b3'), line(2, 'b5'), line(3, 'r3')], 0, 4),
  );
  const by = [...control.last].map(([id, seat]) => `${id.split('.')[0]} ${seat}`).sort();
  expect(by).toEqual(['* 1', 'b1 1', 'b3 1', 'b5 2', 'r3 3', 'r5 1', 'r6 1']);
  expect([...control.touched.values()].sort()).toEqual([1, 2, 3]);
});

test('drawn or discarded tiles mark no equal tile on the table', () => {
  const control = new Control(law(), { change() {}, show() {}, announce() {}, ask() {}, select() {}, zone() {} });
  control.deal(
    { set: STANDARD, table: readTable('r3 r4 r5 / b1 b2 b3', STANDARD), rack: readRack('k1', STANDARD) },
    true,
  );
  markTurns(control, sinceOwnTurn([line(0, 'k1'), beside(1, 'r4'), line(1, 'b3'), beside(1, 'r5')], 0, 2));
  expect([...control.last].map(([id]) => id.split('.')[0])).toEqual(['b3']);
});

test("marks grow during other turns, and disappear after the viewer's", () => {
  const control = new Control(law(), { change() {}, show() {}, announce() {}, ask() {}, select() {}, zone() {} });
  const deal = (table: string, change = {}): void =>
    void control.deal(
      { set: STANDARD, table: readTable(table, STANDARD), rack: readRack('k1', STANDARD) },
      false,
      change,
    );
  const marks = (): string => [...control.last].map(([id, seat]) => `${id.split('.')[0]} ${seat}`).join(', ');
  deal('r3 r4 r5');
  deal('r3 r4 r5 r6', { by: 1 });
  deal('r3 r4 r5 r6 / b1 b2 b3', { by: 2 });
  expect(marks()).toBe('r6 1, b1 2, b2 2, b3 2');
  expect([...control.touched.values()]).toEqual([1, 2]);
  deal('r3 r4 r5 r6 / b1 b2 b3 b4', { by: 0, own: true });
  expect(marks()).toBe('r6 1, b1 2, b2 2, b3 2');
  deal('r3 r4 r5 r6 / b1 b2 b3 b4', { by: 0, own: true, over: true });
  expect(marks()).toBe('');
});
