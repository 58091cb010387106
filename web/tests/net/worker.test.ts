import { beforeEach, expect, test } from 'vitest';
import source from '../../public/sw.js?raw';

const ORIGIN = 'https://tiles.example';

type Listener = (event: object) => void;

let kept: Map<string, Response>;
let online: boolean;
let listeners: Record<string, Listener>;
/** The pages that are open, and the actions of the worker on pages and notifications. */
let pages: { url: string; visibilityState: string; focus: () => void }[];
let done: unknown[];

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
  pages = [];
  done = [];
  const self = {
    addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
    skipWaiting: () => undefined,
    clients: {
      matchAll: () => Promise.resolve(pages),
      openWindow: (path: string) => Promise.resolve(done.push(['open', path])),
    },
    registration: {
      showNotification: (title: string, { body, data }: NotificationOptions) =>
        Promise.resolve(done.push(['show', title, body, data])),
    },
  };
  const caches = { open: () => Promise.resolve(cache), match: cache.match };
  // also its own script in the browser
  new Function('self', 'caches', 'fetch', 'location', source)(self, caches, answer, { origin: ORIGIN });
});

async function visit(path: string): Promise<string> {
  const asked: Promise<Response>[] = [];
  const request = { method: 'GET', mode: 'navigate', url: ORIGIN + path } as Request;
  listeners.fetch!({ request, respondWith: (given: Promise<Response>) => asked.push(given) });
  return (await asked[0]!).text();
}

test('only the start page is cached as the start page', async () => {
  await visit('/');
  for (const path of ['/embed/abc', '/games/abc', '/t/abc', '/offline.html', '/c/code']) await visit(path);
  online = false;

  expect(await visit('/')).toBe('page of /');
  expect(await visit('/embed/abc')).toBe('page of /');
});

/** Send the worker an event, and wait until it has been handled. */
async function dispatch(name: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners[name]!({ ...event, waitUntil: (some: Promise<unknown>) => work.push(some) });
  await Promise.all(work);
}
const TURN = { data: { json: () => ({ title: 'Your turn', text: 'At your table: Fern', room: 'ab-c' }) } };
const SHOWN = ['show', 'Your turn', 'At your table: Fern', { path: '/t/ab-c' }];
const at = (path: string, visibilityState: string) => ({
  url: ORIGIN + path,
  visibilityState,
  focus: () => void done.push(['focus', path]),
});

test('a push message is shown, unless its table is visible', async () => {
  pages = [at('/t/ab-c', 'hidden'), at('/t/other', 'visible')];
  await dispatch('push', TURN);
  expect(done).toEqual([SHOWN]);

  pages = [at('/t/ab-c', 'visible')];
  await dispatch('push', TURN);
  expect(done).toEqual([SHOWN]);
});

test('a push message that cannot be read is ignored', async () => {
  await dispatch('push', { data: null });
  await dispatch('push', { data: { json: () => ({ title: 'no room' }) } }).catch(() => done.push('error'));
  expect(done).not.toContain('error');
});

test('a click on a notification opens its table', async () => {
  const notification = { close: () => void done.push('close'), data: { path: '/t/ab-c' } };
  pages = [at('/', 'visible')];
  await dispatch('notificationclick', { notification });
  expect(done).toEqual(['close', ['open', '/t/ab-c']]);

  done = [];
  pages = [at('/', 'visible'), at('/t/ab-c', 'hidden')];
  await dispatch('notificationclick', { notification });
  expect(done).toEqual(['close', ['focus', '/t/ab-c']]);
});

test('a click on a notification of a page shows that page', async () => {
  pages = [at('/rules', 'hidden')];
  await dispatch('notificationclick', { notification: { close: () => undefined } });
  expect(done).toEqual([['focus', '/rules']]);
});
