import { expect, test, vi } from 'vitest';
import { ratedNear } from '../../src/puzzles/set';

vi.mock('../../src/net/api', () => ({
  cached: async (path: string) =>
    path === '/puzzles'
      ? { size: 3, parts: [{ r: [900, 1100], themes: {} }] }
      : { puzzles: ['a', 'b', 'c'].map((id, i) => ({ id, r: 1000 + i })) },
}));

const near = (begun: string, tried: readonly string[], last?: string): Promise<string | undefined> =>
  ratedNear(1000, () => true, { begun, tried: new Set(tried), last }).then((found) => found?.id);

test('a reload shows the begun puzzle again, until it was tried', async () => {
  expect(await Promise.all(Array.from({ length: 9 }, () => near('c', [])))).toEqual(Array(9).fill('c'));
  expect(await near('c', ['c', 'a'])).toBe('b');
  expect(await near('gone', ['a', 'b'])).toBe('c');
});

test('if all puzzles were tried, another one than the last is shown', async () => {
  expect(['a', 'c']).toContain(await near('b', ['a', 'b', 'c'], 'b'));
});
