import { beforeEach, expect, test } from 'vitest';
import source from '../../public/sw.js?raw';

const ORIGIN = 'https://tiles.example';

type Listener = (event: { request: Request; respondWith: (answer: Promise<Response>) => void }) => void;

let kept: Map<string, Response>;
let online: boolean;
let listeners: Record<string, Listener>;

const addressOf = (request: string | Request): string =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).href;

/** A single cache is enough because the worker has only one at a time. */
const cache = {
  match: (request: string | Request) => Promise.resolve(kept.get(addressOf(request))?.clone()),
  put: (request: string | Request, response: Response) =>
    Promise.resolve(void kept.set(addressOf(request), response)),
  add: async (request: string | Request) => void kept.set(addressOf(request), await answer(request)),
};

function answer(request: string | Request): Promise<Response> {
  if (!online) return Promise.reject(new TypeError('offline'));
  return Promise.resolve(
    new Response(`page of ${new URL(addressOf(request)).pathname}`, { headers: { 'content-type': 'text/html' } }),
  );
}

beforeEach(() => {
  kept = new Map();
  online = true;
  listeners = {};
  const self = {
    addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
    skipWaiting: () => undefined,
  };
  const caches = { open: () => Promise.resolve(cache), match: cache.match };
  // also its own script in the browser
  new Function('self', 'caches', 'fetch', 'location', source)(self, caches, answer, { origin: ORIGIN });
});

async function visit(path: string): Promise<string> {
  const asked: Promise<Response>[] = [];
  const request = { method: 'GET', mode: 'navigate', url: ORIGIN + path } as Request;
  listeners.fetch!({ request, respondWith: (given) => asked.push(given) });
  return (await asked[0]!).text();
}

test('only the start page is cached as the start page', async () => {
  await visit('/');
  for (const path of ['/embed/abc', '/games/abc', '/t/abc', '/offline.html', '/c/code']) await visit(path);
  online = false;

  expect(await visit('/')).toBe('page of /');
  expect(await visit('/embed/abc')).toBe('page of /');
});
