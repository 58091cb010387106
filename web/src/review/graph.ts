/** Computes the geometry of the graph that shows the winning chance during a round. */

import type { Decision, Option, ReviewedRound } from '../net/types/review';

type Value = Option['win'];

export const SIZE = { w: 320, h: 150, left: 44, right: 8, top: 8, bottom: 20 } as const;

interface Chance {
  readonly y: number;
  readonly win: number;
  readonly low: number;
  readonly high: number;
}

export interface Point extends Chance {
  readonly decision: Decision;
  readonly x: number;
  /** The chance after a mistake: the chance before it, minus the mistake's cost. */
  readonly after?: Chance;
}

/** Limit a winning chance to the range from 0 to 1, because estimates may be outside it. */
export const clamped = (value: number): number => Math.min(1, Math.max(0, value));
export const heightOf = (win: number): number => SIZE.top + (1 - clamped(win)) * (SIZE.h - SIZE.top - SIZE.bottom);

function chanceOf([mean, low, high]: Value, win = mean): Chance {
  return { win, y: heightOf(win), low: clamped(low ?? 0), high: clamped(high ?? 1) };
}

/**
 * Return the graph's points from left to right, one for each decision with rollouts. They show the winning chance
 * before each decision. After a mistake, the line starts again from the chance that the mistake left. The cost of a
 * wait is spread over its turns.
 */
export function pointsOf({ decisions }: ReviewedRound): Point[] {
  const known = decisions.filter(({ reference }) => reference);
  const last = Math.max(1, ...known.map(({ turn }) => turn + 1));
  return known.map((decision) => {
    const { grade, turn, reference, chosen, best, error, wait, waited } = decision;
    const costs = wait || waited ? waited && (error?.win[0] ?? 0) > 0 : grade;
    const x = SIZE.left + (turn / last) * (SIZE.w - SIZE.left - SIZE.right);
    if (!costs || !chosen || !best || !error) return { decision, x, ...chanceOf(reference!.win) };
    const before = chanceOf(best.win, chosen.win[0] + error.win[0]);
    return { decision, x, ...before, after: chanceOf(chosen.win) };
  });
}

/** The radius of a mark, and the minimum distance between the centres of two marks. */
export const MARK = 8;
const APART = 2 * MARK + 1;

/** Return the heights of marks at these points, which are moved up or down as little as possible so that none overlap. */
export function markHeights(points: readonly Pick<Point, 'x' | 'y'>[]): number[] {
  const marks: { x: number; y: number }[] = [];
  for (const { x, y } of points) {
    const near = marks.filter((each) => Math.abs(each.x - x) < APART);
    const free = (at: number): boolean =>
      at >= MARK && at <= SIZE.h - MARK && near.every((each) => Math.hypot(each.x - x, each.y - at) >= APART);
    const heights = [y, ...near.flatMap((each) => beside(each, x))].filter(free);
    const best = heights.toSorted((a, b) => Math.abs(a - y) - Math.abs(b - y))[0] ?? y;
    marks.push({ x, y: best });
  }
  return marks.map(({ y }) => y);
}

/** Return the heights above and below a mark where a neighbour touches it. */
function beside(mark: { x: number; y: number }, x: number): number[] {
  const off = Math.sqrt(APART ** 2 - (mark.x - x) ** 2) + 1e-6;
  return [mark.y - off, mark.y + off];
}

const at = (x: number, y: number): string => `${x.toFixed(1)},${y.toFixed(1)}`;

/** Return all points that the line passes through: one for each decision, and two for a mistake. */
const placesOf = (points: readonly Point[]) =>
  points.flatMap(({ after, ...point }) => (after ? [point, { x: point.x, ...after }] : [point]));

/**
 * Return the line through all points. At the right edge it ends at *end*: the round's result or, in an abandoned round,
 * the last chance.
 */
export const lineOf = (points: readonly Point[], end: number): string =>
  [...placesOf(points).map(({ x, y }) => at(x, y)), at(SIZE.w - SIZE.right, heightOf(end))].join(' ');

/** Return the outline of the confidence band that surrounds the line. */
export const bandOf = (points: readonly Point[]): string =>
  [
    ...placesOf(points).map(({ x, high }) => at(x, heightOf(high))),
    ...placesOf(points)
      .toReversed()
      .map(({ x, low }) => at(x, heightOf(low))),
  ].join(' ');
