import { expect, test } from 'vitest';
import type { StepView } from '../../src/net/types';
import { STANDARD, readRack, readTable } from '../../src/rules';
import { beginning, markedFor, opening, pilesWithPicked, rearranges, stepsDone } from '../../src/game/coach/lead';
import { Control } from '../../src/table/control';
import { loadDeferred } from '../../src/table/draft_deferred';
import { law } from '../table/help';

const rows = (table: string): string[][] => table.split(' / ').map((row) => row.split(' '));
const step = (code: string, table: string, hand: string[] = []): StepView => ({
  code,
  sentence: '',
  rows: rows(table),
  hand,
});

const BORROW = [step('take', 'k5 r5 o5 / b8 b9 *b10', ['b5']), step('lay', 'k5 r5 o5 / b8 b9 *b10 / b5 b6 b7')];

test('a step is done once its table is reached', () => {
  const done = (table: string): number | null => stepsDone(BORROW, rows(table));
  expect(done('k5 r5 b5 o5 / b8 b9 *b10')).toBeNull();
  expect(done('o5 k5 r5 / b5 / b8 b9 *')).toBe(1);
  expect(done('b5 b6 b7 / k5 r5 o5 / b8 b9 *')).toBe(2);
  // other tiles lie on the table
  expect(done('k5 r5 o5 / b5 k1 / b8 b9 *b10')).toBeNull();
});

test('a beginner is shown the few steps up to a valid table', () => {
  const long = [...BORROW, ...Array<StepView>(6).fill(step('take', 'k5 r5', ['o5'])), BORROW[1]!];
  expect(beginning(long, STANDARD)).toEqual(BORROW);
  expect(beginning([...long.slice(2)], STANDARD)).toHaveLength(7);
  expect(opening([BORROW[1]!, ...BORROW])).toEqual([BORROW[1]]);
  expect(rearranges(BORROW)).toBe(true);
  expect(rearranges(BORROW.slice(1))).toBe(false);
});

test('a tile that is picked up counts as such before it is laid, and its target is then marked', async () => {
  await loadDeferred();
  const control = new Control(law(), { change() {}, show() {}, announce() {}, ask() {}, select() {}, zone() {} });
  const table = readTable('k8 r8 b8 o8 / o9 o10 o11', STANDARD);
  control.deal({ set: STANDARD, table, rack: readRack('k1', STANDARD), zones: {} }, true);
  control.mode = 'play';
  const take = {
    ...step('take', 'k8 r8 b8 / o9 o10 o11', ['o8']),
    source: ['k8', 'r8', 'b8', 'o8'],
    tiles: ['o8'],
  };
  const add = {
    ...step('add', 'k8 r8 b8 / o8 o9 o10 o11'),
    tiles: ['o8'],
    held: ['o8'],
    target: ['o9', 'o10', 'o11'],
  };

  expect(stepsDone([take, add], pilesWithPicked(control))).toBeNull();
  expect(markedFor(take, control)).toEqual(['o8.0']);
  control.pick(['o8.0'], false);
  expect(stepsDone([take, add], pilesWithPicked(control))).toBe(1);
  expect(markedFor(add, control)).toEqual(['o9.0', 'o10.0', 'o11.0']);
});
