/** A first try is stored until the server has rated it. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rateTries, storeUnrated } from '../../src/puzzles/ratings';
import type { Puzzle } from '../../src/puzzles/puzzle';
import { ApiError } from '../../src/net/error';

const server = vi.hoisted(() => ({ sent: [] as { cid: string; puzzle: string }[], refuse: null as unknown }));

vi.mock('../../src/net/api', () => ({
  request: async (_method: string, _path: string, body: { cid: string; puzzle: string }) => {
    server.sent.push(body);
    if (server.refuse) throw server.refuse;
    return { right: true, rated: true, before: 1000, rating: { points: 1100 } };
  },
}));

const puzzle = (id: string): Puzzle => ({ id }) as Puzzle;
const rated: string[] = [];
let stop = (): void => {};
/** Visit a page that sends the stored tries. */
async function visit(): Promise<void> {
  stop();
  stop = rateTries((id, result) => rated.push(result ? id : `${id} rejected`));
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  Object.assign(server, { sent: [], refuse: null });
  rated.length = 0;
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  ['the server is late', new ApiError(503, 'late', '')],
  ['there is no connection', new ApiError(0, 'offline', '')],
])('if %s, the same try is sent again until it is rated', async (_, refuse) => {
  server.refuse = refuse;
  storeUnrated(puzzle('a'), { table: 'k1 k2 k3' });
  await visit();
  expect(rated).toEqual([]);
  server.refuse = null;
  await vi.advanceTimersByTimeAsync(60_000);

  expect(rated).toEqual(['a']);
  expect(server.sent).toHaveLength(2);
  expect(server.sent[1]).toEqual(server.sent[0]);
  expect(server.sent[1]).toMatchObject({ puzzle: 'a', table: 'k1 k2 k3' });
});

test('tries that were not rated are sent on the next visit, and only once more', async () => {
  server.refuse = new ApiError(503, 'late', '');
  storeUnrated(puzzle('a'), {});
  storeUnrated(puzzle('b'), {});
  await visit();
  stop();
  server.refuse = null;
  await visit();
  await visit();

  expect(rated).toEqual(['a', 'b']);
  expect(server.sent.map(({ puzzle: id }) => id)).toEqual(['a', 'b', 'a', 'b']);
  expect(new Set(server.sent.map(({ cid }) => cid)).size).toBe(2);
});

test('a try at a puzzle that the server no longer has is dropped', async () => {
  server.refuse = new ApiError(404, 'no_such_puzzle', '');
  storeUnrated(puzzle('a'), {});
  await visit();
  await visit();

  expect(server.sent).toHaveLength(1);
  expect(rated, 'and the page says so').toEqual(['a rejected']);
});
