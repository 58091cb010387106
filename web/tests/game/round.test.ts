/** The panel shows the current round. */
import { expect, test } from 'vitest';
import { roundOf } from '../../src/game/side/round';
import type { ResultView } from '../../src/net/types';

const ENDED = {} as ResultView;

test('the current round, which stays until the next deal', () => {
  expect(roundOf({ phase: 'playing', round: 0, results: [] })).toBe(1);
  expect(roundOf({ phase: 'between', round: 1, results: [ENDED] })).toBe(1);
  expect(roundOf({ phase: 'sealing', round: 1, results: [ENDED] })).toBe(2);
  expect(roundOf({ phase: 'paused', round: 1, results: [ENDED] })).toBe(2);
});

test('a match of one round never shows a second', () => {
  expect(roundOf({ phase: 'over', round: 1, results: [ENDED] })).toBe(1);
  expect(roundOf({ phase: 'over', round: 0, results: [ENDED] })).toBe(1);
  expect(roundOf({ phase: 'over', round: 0, results: [] })).toBe(1);
});
