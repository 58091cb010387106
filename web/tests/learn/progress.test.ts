// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { COURSES, resetCourse, progressOf, storeSolved, solved } from '../../src/learn/progress';

beforeEach(() => localStorage.clear());

test('a course starts at its first position', () => {
  expect(progressOf('basic')).toEqual({ done: 0, of: 10, at: 0 });
  expect(solved('american')).toEqual([]);
});

test('it continues at the first unsolved position, even if later ones are solved', () => {
  storeSolved('basic', 0);
  storeSolved('basic', 3);
  storeSolved('basic', 0);

  expect(solved('basic')).toEqual([0, 3]);
  expect(progressOf('basic')).toEqual({ done: 2, of: 10, at: 1 });
  expect(progressOf('american')).toEqual({ done: 0, of: 5, at: 0 });
});

test('a finished course stays at its end until it is reset', () => {
  for (let n = 0; n < COURSES.american; n++) storeSolved('american', n);
  expect(progressOf('american')).toEqual({ done: 5, of: 5, at: 4 });

  resetCourse('american');
  expect(progressOf('american')).toEqual({ done: 0, of: 5, at: 0 });
});

test('stored progress may be damaged', () => {
  localStorage.setItem('tilerummy.learn', '{"basic": [1, "x", 99, 1], "american": 7}');
  expect(solved('basic')).toEqual([1]);
  expect(solved('american')).toEqual([]);
  localStorage.setItem('tilerummy.learn', 'nonsense');
  expect(progressOf('basic').done).toBe(0);
});
