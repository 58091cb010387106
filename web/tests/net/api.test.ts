// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../src/net/api';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('a browser without a guest requests one first, so that parallel requests create only one', async () => {
  const requests: string[] = [];
  const answer = (body: unknown) =>
    new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
  vi.stubGlobal('fetch', async (path: string) => {
    const first = requests.length === 0;
    requests.push(path);
    if (first) await new Promise((resolve) => setTimeout(resolve, 5));
    return answer(path.endsWith('/me') ? { id8: 'ann', name: 'Ann' } : { open: [], mine: [], watch: [] });
  });

  const both = Promise.all([api.rooms(), api.me()]);
  await Promise.resolve();
  expect(requests).toEqual(['/api/me']);

  await both;
  expect(requests.slice(1).sort()).toEqual(['/api/me', '/api/rooms']);
});
