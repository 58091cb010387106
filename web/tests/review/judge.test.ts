import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../src/review/judge';
import type { Decision, Estimate, Option } from '../../src/review/types';

const option = (tiles: string, mean: number, action = tiles || 'draw'): Option => {
  const win: Estimate = [mean, mean - 0.1, mean + 0.1];
  return { actions: [action], tiles, win, points: [0, null, null], n: 96 };
};
const chosen = option('', 0.4);
const best = option('r5 r6', 0.6);
const decision: Decision = {
  turn: 3,
  actions: ['draw'],
  grade: 'blunder',
  reason: { code: 'more', tiles: 'r5 r6' },
  chosen,
  best,
  options: [best, option('b1', 0.58), option('k2', 0.45), chosen],
};
const judged = (tiles: string, out = false) => verdictOf(decision, tiles.split(' ').filter(Boolean), { out });

describe('a decision that is tried again', () => {
  it('is good with the tiles of the better play, in any order', () => expect(judged('r6 r5')).toBe('good'));
  it('is good if it is nearly as good as the best', () => expect(judged('b1')).toBe('good'));
  it('is good if it goes out', () => expect(judged('k9', true)).toBe('good'));
  it('is not good if it is much worse than the best', () => expect(judged('k2')).toBe('worse'));
  it('is not good if it is what was done', () => expect(judged('')).toBe('worse'));
  it('is not known if it was not compared', () => expect(judged('o13')).toBe('unknown'));
  it('is not good if going out is missed again, which needs no comparison', () => {
    const missed: Decision = { turn: 9, actions: ['draw'], grade: 'blunder', reason: { code: 'out_missed', tiles: 'r5 r6' } };
    expect(verdictOf(missed, [], { out: false })).toBe('worse');
    expect(verdictOf(missed, ['r5'], { out: false })).toBe('worse');
    expect(verdictOf(missed, ['r5', 'r6'], { out: true })).toBe('good');
  });
  it('may be to wait', () => {
    const waiting: Decision = { turn: 1, actions: [], grade: 'mistake', reason: { code: 'draw', tiles: 'r5' } };
    expect(verdictOf(waiting, [], { out: false })).toBe('good');
    expect(verdictOf(waiting, ['r5'], { out: false })).toBe('unknown');
  });
});
