// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guest } from '../../src/net/guest.svelte';
import { hourText, pushStatus, subscribe, unsubscribe } from '../../src/net/push';

const QUIET = { begin: 22, end: 8 };

/** The browser's subscription, and the key that it was made with. */
let subscription: {
  endpoint: string;
  key: string;
  unsubscribe: () => Promise<boolean>;
  toJSON: () => object;
} | null;
let requests: { method: string; path: string; body: Record<string, unknown> }[];
let serverKey: string;
let reachable: boolean;

const manager = {
  getSubscription: () => Promise.resolve(subscription),
  subscribe: ({
    userVisibleOnly,
    applicationServerKey: key,
  }: {
    userVisibleOnly: boolean;
    applicationServerKey: string;
  }) => {
    if (!userVisibleOnly || (subscription && subscription.key !== key))
      throw new DOMException('', 'InvalidStateError');
    const endpoint = `https://push.example/${key}`;
    subscription ??= {
      endpoint,
      key,
      unsubscribe: () => Promise.resolve(!(subscription = null)),
      toJSON: () => ({ endpoint, keys: { p256dh: 'point', auth: 'secret' } }),
    };
    return Promise.resolve(subscription);
  },
};

function withWorker(worker: object | undefined): void {
  vi.stubGlobal('navigator', { serviceWorker: worker && { getRegistration: () => Promise.resolve(worker) } });
}

beforeEach(() => {
  subscription = null;
  requests = [];
  serverKey = 'key';
  reachable = true;
  guest.me = { id8: 'ann', name: 'Ann' } as typeof guest.me;
  withWorker({ active: {}, pushManager: manager });
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body?: string }) => {
    if (path !== '/api/me')
      requests.push({ method, path, body: JSON.parse(body ?? '{}') as Record<string, unknown> });
    if (!reachable) return Promise.reject(new TypeError('Failed to fetch'));
    const answer = { key: serverKey, subscribed: method === 'PUT', quiet: QUIET };
    return Promise.resolve(
      new Response(JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a browser without a service worker, or a server without a key, offers no push', async () => {
  withWorker(undefined);
  expect(await pushStatus()).toBe(null);
  expect(requests).toEqual([]);

  withWorker({ active: {}, pushManager: manager });
  serverKey = '';
  expect(await pushStatus()).toBe(null);
});

test('a service worker that is still being installed offers no push', async () => {
  withWorker({ active: null, pushManager: manager });
  expect(await pushStatus()).toBe(null);
});

test('asking for the status does not subscribe', async () => {
  expect(await pushStatus()).toEqual({ key: 'key', subscribed: false, quiet: QUIET });
  expect(subscription).toBe(null);
});

test('a subscription is sent with the time zone and the quiet hours', async () => {
  const status = await subscribe({ key: 'key', quiet: QUIET });

  expect(status.subscribed).toBe(true);
  const { path, body } = requests.at(-1)!;
  expect(path).toBe('/api/push');
  expect(body).toMatchObject({
    endpoint: 'https://push.example/key',
    p256dh: 'point',
    auth: 'secret',
    quiet: QUIET,
  });
  expect(body.zone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test('a subscription with an earlier key of the server is replaced', async () => {
  await subscribe({ key: 'old', quiet: QUIET });
  await subscribe({ key: 'key', quiet: QUIET });

  expect(subscription!.key).toBe('key');
});

test('unsubscribing ends the subscription on the server and in the browser', async () => {
  await subscribe({ key: 'key', quiet: QUIET });
  await unsubscribe();

  expect(requests.at(-1)).toEqual({
    method: 'DELETE',
    path: '/api/push',
    body: { endpoint: 'https://push.example/key' },
  });
  expect(subscription).toBe(null);
});

test('unsubscribing ends all notices even if the server cannot be reached', async () => {
  await subscribe({ key: 'key', quiet: QUIET });
  reachable = false;

  await expect(unsubscribe()).rejects.toThrow();
  expect(subscription).toBe(null);
});

test('a subscription is kept if another one fails for a reason other than the key', async () => {
  await subscribe({ key: 'key', quiet: QUIET });
  const failing = vi.spyOn(manager, 'subscribe').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));

  await expect(subscribe({ key: 'key', quiet: QUIET })).rejects.toThrow();
  expect(subscription).not.toBe(null);
  failing.mockRestore();
});

test('hours are written as in the language', () => {
  expect(hourText(22, 'de')).toBe('22:00');
  expect(hourText(22, 'en')).toMatch(/^10:00\sPM$/);
});
