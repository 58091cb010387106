/** Converts the puzzle ratings of the last days to a line. */

import type { RatingDay } from '../../../net/types/http';
import { DAY, dateOf } from '../../../puzzles/daily';

export interface RatingLine {
  /** The rating at the end of each day up to today. Days without an attempt have the rating of the day before. */
  readonly points: readonly number[];
  /** The change within the last seven days. */
  readonly week: number;
  /** The number of earlier days with a lower rating than today. */
  readonly better: number;
}

/** Return the line from the first known day to *today*, or null if there are no ratings. */
export function ratingLine(days: readonly RatingDay[], today: string): RatingLine | null {
  const [first] = days;
  if (!first) return null;
  const known = new Map(days.map(({ day, points }) => [day, points]));
  const points: number[] = [];
  for (let at = Date.parse(first.day); at <= Date.parse(today); at += DAY)
    points.push(known.get(dateOf(at)) ?? points.at(-1)!);
  const now = points.at(-1)!;
  return {
    points,
    week: now - points.at(-Math.min(8, points.length))!,
    better: points.slice(0, -1).filter((each) => each < now).length,
  };
}

/** The size of the plot, in SVG units. */
export const SIZE = { w: 300, h: 66 };

/** Return the corners of the line, as SVG coordinates. */
export function cornersOf(points: readonly number[]): string[] {
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const [margin, step] = [6, (SIZE.w - 12) / Math.max(1, points.length - 1)];
  const height = (value: number): number =>
    margin + (SIZE.h - 3 * margin) * (high > low ? (high - value) / (high - low) : 0.5);
  return points.map((value, i) => `${(margin + i * step).toFixed(1)},${height(value).toFixed(1)}`);
}
