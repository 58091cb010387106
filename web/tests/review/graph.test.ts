import { describe, expect, it } from 'vitest';
import { SIZE, bandOf, heightOf, lineOf, pointsOf } from '../../src/review/graph';
import type { Option, ReviewedRound } from '../../src/net/types/review';

const decision = (turn: number, win: Option['win'] | null) => ({
  turn,
  actions: [],
  grade: '' as const,
  ...(win ? { reference: { actions: [], tiles: '', win, points: win, n: 8 } } : {}),
});
const round: ReviewedRound = {
  round: 0,
  won: true,
  points: 12,
  decisions: [decision(0, [0.5, 0.4, 0.6]), decision(2, null), decision(4, [0.7, null, 1.3])],
};

describe('the graph of the chances', () => {
  const points = pointsOf(round);
  it('has a point for each decision that was played on', () =>
    expect(points.map(({ decision: { turn } }) => turn)).toEqual([0, 4]));
  it('stays within 0 and 1 where an end is not known', () =>
    expect(points.map(({ low, high }) => [low, high])).toEqual([
      [0.4, 0.6],
      [0, 1],
    ]));
  it('is high where the chance is', () => expect(heightOf(1)).toBeLessThan(heightOf(0)));
  it.each([1, 0.32])('ends with the result, or the chance at which the round was broken off: %d', (end) => {
    expect(lineOf(points, end).split(' ')).toHaveLength(3);
    expect(lineOf(points, end).endsWith(`${(SIZE.w - SIZE.right).toFixed(1)},${heightOf(end).toFixed(1)}`)).toBe(
      true,
    );
  });
  it('has a band there and back', () => expect(bandOf(points).split(' ')).toHaveLength(4));
});
