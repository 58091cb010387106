/** Progress in the courses, stored only in this browser. */

import { store, stored } from '../device/stored';

/** The courses, with the number of positions in each. */
export const COURSES = { basic: 10, american: 5, international: 5 } as const;
export type CourseName = keyof typeof COURSES;

/**
 * Progress in a course: `done` is the number of positions that were solved or skipped, `of` is the total number of
 * positions, and `at` is the index of the next one, counting from 0.
 */
export interface Progress {
  readonly done: number;
  readonly of: number;
  readonly at: number;
}

const KEY = 'tilerummy.learn';
type Stored = Partial<Record<CourseName, readonly number[]>>;
const all = (): Stored => stored(KEY, {});

/** Return the indices of the solved positions, counting from 0, in ascending order. */
export function solved(course: CourseName): readonly number[] {
  const found: unknown = all()[course];
  if (!Array.isArray(found)) return [];
  const known = found.filter((n): n is number => Number.isInteger(n) && n >= 0 && n < COURSES[course]);
  return [...new Set(known)].sort((a, b) => a - b);
}

/** Return the user's progress in a course. `at` is the first unsolved position, or the last one if all are solved. */
export function progressOf(course: CourseName): Progress {
  const known = solved(course);
  const of = COURSES[course];
  const open = Array.from({ length: of }, (_, n) => n).find((n) => !known.includes(n));
  return { done: known.length, of, at: open ?? of - 1 };
}

/** Record that a position has been solved. */
export function storeSolved(course: CourseName, position: number): void {
  store(KEY, { ...all(), [course]: [...new Set([...solved(course), position])].sort((a, b) => a - b) });
}

/** Reset the progress in one course. */
export const resetCourse = (course: CourseName): void => void store(KEY, { ...all(), [course]: [] });
