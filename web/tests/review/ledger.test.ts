import { expect, test } from 'vitest';
import { ledgerOf } from '../../src/review/ledger';
import type { Breakdown } from '../../src/net/types/review';

const worth = (win: number) => ({ win, points: 0 });
const breakdown = (deal: number, draws: number, skill: number): Breakdown =>
  ({
    start: worth(0.5),
    end: worth(0),
    deal: worth(deal),
    draws: worth(draws),
    skill: worth(skill),
  }) as Breakdown;

test('the rows add up to the result', () => {
  const { start, end, luck, errors, rows, merged } = ledgerOf([breakdown(0.1, -0.04, -0.3)]);
  expect({ start, end, luck, errors, merged }).toEqual({ start: 50, end: 0, luck: 6, errors: -30, merged: false });
  expect(rows.map(([, part]) => part)).toEqual([10, -4, -26, -30]);
});

test('a chance that came back several times counts no more than all rounds', () => {
  const { rows, merged } = ledgerOf([breakdown(-0.2, -0.23, -3.1)]);
  expect(merged).toBe(true);
  expect(rows).toEqual([
    ['review.part.deal', -20],
    ['review.part.draw', -23],
    ['review.part.play', -7],
  ]);
});
