/** Computes the geometry of the graph that shows the winning chance during a round. */

import type { Decision, ReviewedRound } from '../net/types/review';

export const SIZE = { w: 320, h: 150, left: 44, right: 8, top: 8, bottom: 20 } as const;

export interface Point {
  readonly decision: Decision;
  readonly x: number;
  readonly y: number;
  readonly win: number;
  readonly low: number;
  readonly high: number;
}

/** Limit a winning chance to the range from 0 to 1, because estimates may lie outside it. */
export const clamped = (value: number): number => Math.min(1, Math.max(0, value));
export const heightOf = (win: number): number => SIZE.top + (1 - clamped(win)) * (SIZE.h - SIZE.top - SIZE.bottom);

/**
 * Return the graph's points from left to right, one for each decision with rollouts. They show the winning chance
 * before each decision.
 */
export function pointsOf({ decisions }: ReviewedRound): Point[] {
  const known = decisions.filter(({ reference }) => reference);
  const last = Math.max(1, ...known.map(({ turn }) => turn + 1));
  return known.map((decision) => {
    const [win, low, high] = decision.reference!.win;
    const x = SIZE.left + (decision.turn / last) * (SIZE.w - SIZE.left - SIZE.right);
    return { decision, x, y: heightOf(win), win, low: clamped(low ?? 0), high: clamped(high ?? 1) };
  });
}

/** The radius of a mark, and the least distance between the centres of two marks. */
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

/** Return the heights above and below a mark at which another one touches it. */
function beside(mark: { x: number; y: number }, x: number): number[] {
  const off = Math.sqrt(APART ** 2 - (mark.x - x) ** 2) + 1e-6;
  return [mark.y - off, mark.y + off];
}

const at = (x: number, y: number): string => `${x.toFixed(1)},${y.toFixed(1)}`;

/**
 * Return the line through all points. At the right edge it ends at *end*: the round's result or, in an abandoned round,
 * the last chance.
 */
export const lineOf = (points: readonly Point[], end: number): string =>
  [...points.map(({ x, y }) => at(x, y)), at(SIZE.w - SIZE.right, heightOf(end))].join(' ');

/** Return the outline of the confidence band that surrounds the line. */
export const bandOf = (points: readonly Point[]): string =>
  [
    ...points.map(({ x, high }) => at(x, heightOf(high))),
    ...points.toReversed().map(({ x, low }) => at(x, heightOf(low))),
  ].join(' ');
