import { describe, expect, it } from 'vitest';
import { MARK, SIZE, bandOf, heightOf, lineOf, markHeights, pointsOf } from '../../src/review/graph';
import type { Option, ReviewedRound } from '../../src/net/types/review';

const decision = (turn: number, win: Option['win'] | null) => ({
  turn,
  actions: [],
  grade: '' as const,
  ...(win ? { reference: { actions: [], tiles: '', win, points: win, n: 8 } } : {}),
});
const round: ReviewedRound = {
  round: 0,
  praise: [],
  won: true,
  points: 12,
  decisions: [decision(0, [0.5, 0.4, 0.6]), decision(2, null), decision(4, [0.7, null, 1.3])],
};

describe('the graph of the chances', () => {
  const points = pointsOf(round);
  it('has a point for each decision with rollouts', () =>
    expect(points.map(({ decision: { turn } }) => turn)).toEqual([0, 4]));
  it('stays within 0 and 1 even if an end of the interval is unknown', () =>
    expect(points.map(({ low, high }) => [low, high])).toEqual([
      [0.4, 0.6],
      [0, 1],
    ]));
  it('is high when the chance is high', () => expect(heightOf(1)).toBeLessThan(heightOf(0)));
  it.each([1, 0.32])('ends with the result, or the last chance of an abandoned round: %d', (end) => {
    expect(lineOf(points, end).split(' ')).toHaveLength(3);
    expect(lineOf(points, end).endsWith(`${(SIZE.w - SIZE.right).toFixed(1)},${heightOf(end).toFixed(1)}`)).toBe(
      true,
    );
  });
  it.each([
    [
      [40, 50],
      [80, 50],
    ],
    [
      [40, 50],
      [50, 52],
      [60, 51],
      [61, 51],
    ],
    [
      [40, 8],
      [46, 8],
      [52, 8],
    ],
  ])('has marks that do not overlap: %j %j', (...places) => {
    const at = places.map(([x, y]) => ({ x: x!, y: y! }));
    const heights = markHeights(at);
    expect(heights[0]).toBe(at[0]!.y);
    for (const [i, a] of heights.entries()) {
      expect(a >= MARK && a <= SIZE.h - MARK).toBe(true);
      for (const [j, b] of heights.slice(0, i).entries())
        expect(Math.hypot(at[i]!.x - at[j]!.x, a - b)).toBeGreaterThanOrEqual(2 * MARK);
    }
  });
  it('falls by the cost of a mistake in its turn, whatever comes after it', () => {
    const option = (mean: number) => ({
      actions: [],
      tiles: '',
      win: [mean, null, null] as Option['win'],
      points: [0, null, null] as Option['points'],
      n: 8,
    });
    const win: Option['win'] = [0.4, 0.3, 0.5];
    const blunder = {
      ...decision(0, [0.97, 0.9, 1]),
      ...{ grade: 'blunder' as const, chosen: option(0.6), best: option(1), error: { win, points: win } },
    };
    const drawn = pointsOf({ ...round, decisions: [blunder, decision(1, [0.35, 0.3, 0.4])] });
    const heights = lineOf(drawn, 1)
      .split(' ')
      .map((place) => Number(place.split(',')[1]));
    expect(heights).toEqual([1, 0.6, 0.35, 1].map((chance) => Number(heightOf(chance).toFixed(1))));
    expect(drawn[0]!.win - drawn[0]!.after!.win).toBeCloseTo(0.4);
    expect(drawn[1]!.after).toBeUndefined();
  });
  it('has a closed interval band', () => expect(bandOf(points).split(' ')).toHaveLength(4));
});
