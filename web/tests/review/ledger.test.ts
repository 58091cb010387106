import { expect, test } from 'vitest';
import { ledgerOf } from '../../src/review/ledger';
import type { Decision, Option, ReviewedRound } from '../../src/net/types/review';

const worth = (win: number) => ({ win, points: 0 });
const option = (win: number): Option => ({
  actions: [],
  tiles: '',
  win: [win, null, null],
  points: [0, null, null],
  n: 8,
});
const mistake = (best: number, chosen: number): Decision => ({
  turn: 0,
  actions: [],
  grade: 'blunder',
  best: option(best),
  chosen: option(chosen),
  error: { win: [best - chosen, null, null], points: [0, null, null] },
});
const round = (deal: number, draws: number, ...decisions: Decision[]): ReviewedRound =>
  ({
    round: 0,
    decisions,
    ledger: {
      start: worth(0.5),
      end: worth(0),
      deal: worth(deal),
      draws: worth(draws),
      play: worth(0.08),
      skill: worth(-0.299),
      finished: true,
    },
  }) as unknown as ReviewedRound;

test('the rows add up to the result', () => {
  const { start, end, luck, errors, rows, merged } = ledgerOf([round(0.1, -0.04, mistake(0.5, 0.2))]);
  expect({ start, end, luck, errors, merged }).toEqual({ start: 50, end: 0, luck: 6, errors: -30, merged: false });
  expect(rows.map(([, part]) => part)).toEqual([10, -4, 8, -34, -30]);
});

test('plays that gained nothing have no row', () => {
  const found = round(0.1, 0.2);
  Object.assign(found.ledger!, { play: worth(0.004) });
  const { start, end, rows } = ledgerOf([found]);
  expect(rows.map(([key]) => key)).toEqual([
    'review.part.deal',
    'review.part.draw',
    'review.part.others',
    'review.part.errors',
  ]);
  expect(rows.reduce((sum, [, part]) => sum + part, start)).toBe(end);
});

test('small slips are called so, and a wait costs the sum of its turns', () => {
  const wait = { ...mistake(0.5, 0.48), wait: { turns: 9, right: false, win: 0.23 }, waited: true };
  const found = round(0, 0, wait, { ...mistake(0.5, 0.4), grade: '' as const, waited: true });
  Object.assign(found.ledger!, { play: worth(-0.05) });
  const { all, errors, rows } = ledgerOf([found]);
  expect({ all, errors }).toEqual({ all: 23, errors: -23 });
  expect(rows[2]).toEqual(['review.slips', -5]);
});

test('the mistakes cost as much as in the list, also after rounding', () => {
  const small = [mistake(0.444, 0.41), mistake(0.444, 0.41), mistake(0.444, 0.41)];
  expect(ledgerOf([round(0, 0, ...small)])).toMatchObject({ all: 9, errors: -9 });
});

test('in several rounds, the sum is that of the list and the row its mean', () => {
  const { all, errors } = ledgerOf([round(0, 0, mistake(0.5, 0.28)), round(0, 0, mistake(0.3, 0.2)), round(0, 0)]);
  expect({ all, errors }).toEqual({ all: 32, errors: -11 });
});

test('a chance that came back several times counts no more than all rounds', () => {
  const missed = Array.from({ length: 4 }, () => mistake(1, 0.225));
  const { rows, merged } = ledgerOf([round(-0.2, -0.23, ...missed)]);
  expect(merged).toBe(true);
  expect(rows).toEqual([
    ['review.part.deal', -20],
    ['review.part.draw', -23],
    ['review.part.play', 8],
    ['review.merged', -15],
  ]);
});
