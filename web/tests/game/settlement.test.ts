import { describe, expect, test } from 'vitest';
import { balances, settlement } from '../../src/game/room/settlement';

describe('the settlement of an International match (S4: each player pays each other player)', () => {
  test('is the difference of each pair of totals', () => {
    expect(settlement('international+trump_bonus=true', [200, -100, -30])).toEqual([
      { payer: 1, payee: 0, points: 300 },
      { payer: 2, payee: 0, points: 230 },
      { payer: 1, payee: 2, points: 70 },
    ]);
  });

  test('adds up for each player, and to zero overall', () => {
    const sums = balances(settlement('international', [100, -24, -100, -12]), 4);
    expect(sums).toEqual([436, -60, -364, -12]);
  });

  test('leaves out seats with equal totals', () => {
    expect(settlement('international', [50, 50])).toEqual([]);
  });

  test('does not exist in games that settle each round', () => {
    expect(settlement('american', [30, -30])).toEqual([]);
    expect(settlement('mcgraw', [10, 40])).toEqual([]);
  });
});
