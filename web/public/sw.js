// Service worker of the web client. Caches the client, so that it opens immediately, and every page that works without
// a server. Never caches rooms or accounts: of /api, it caches only rules and puzzles, and it ignores /ws.

const NAME = 'tilerummy-3';
const OWN = /^tilerummy-\d+$/; // other caches belong to the game for offline play
const OFFLINE = ['/offline.html', '/offline.css', '/icon.svg'];
const LIST = '/offline.json'; // the files of the build, and its texts by language
const RULES = ['/api/presets', '/api/options', '/api/levels'];
const AT_ONCE = 4;
const TRIES = 3;
const PAUSE_MS = 2000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(NAME);
      await cache.addAll(OFFLINE);
      const page = await fetch('/', { cache: 'no-cache' });
      if (!page.ok) return;
      const text = await page.clone().text();
      await cache.put('/', page);
      const parts = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]);
      await Promise.allSettled(parts.map((part) => cache.add(part)));
    })(),
  );
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (OWN.test(name) && name !== NAME) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (isRules(url)) event.respondWith(rules(request));
  if (url.pathname.startsWith('/api/') || url.pathname === '/ws') return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (OFFLINE.includes(url.pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

// The client sends its language once it has loaded.
self.addEventListener('message', (event) => {
  if (event.data?.keep) event.waitUntil(keep(String(event.data.keep)).catch(() => {}));
});

const isRules = ({ pathname }) =>
  RULES.includes(pathname) || pathname === '/api/rules' || /^\/api\/puzzles(\/parts\/\d+)?$/.test(pathname);

/** Return the current page from the server. Offline, return the cached start page, which can show every route. */
async function page(request) {
  const cache = await caches.open(NAME);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && new URL(request.url).pathname === '/') await cache.put('/', fresh.clone());
    return fresh;
  } catch {
    return (await cache.match('/')) || (await cache.match('/offline.html')) || Response.error();
  }
}

async function asset(request) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

/** Return current rules or puzzles from the server. Offline, return the cached ones. */
async function rules(request) {
  const cache = await caches.open(NAME);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request.url, fresh.clone());
    return fresh;
  } catch {
    return (await cache.match(request.url)) || Response.error();
  }
}

/** Cache the files of every page that works offline, and delete those of older builds. */
async function keep(language) {
  const cache = await caches.open(NAME);
  const list = await fetch(LIST, { cache: 'no-cache' });
  if (!list.ok) return;
  const { files, texts } = await list.clone().json();
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await each(
    [...files, ...(texts[language] || texts.en)].filter((file) => !known.has(file)),
    (file) => cache.add(file),
  );
  await keepRules(cache);
  await cache.add(new Request('/', { cache: 'no-cache' })); // from the same build; done before older files are deleted
  await cache.put(LIST, list);
  const listed = new Set([...files, ...Object.values(texts).flat()]);
  for (const old of known) if (old.startsWith('/assets/') && !listed.has(old)) await cache.delete(old);
}

async function keepRules(cache) {
  const known = new Set((await cache.keys()).map(({ url }) => url.slice(location.origin.length)));
  await each(RULES, (path) => cache.add(path));
  const { presets } = await (await cache.match(RULES[0])).json();
  const paths = presets.map(({ name }) => `/api/rules?ruleset=${encodeURIComponent(name)}`);
  await each(
    paths.filter((path) => !known.has(path)),
    (path) => cache.add(path),
  );
}

/**
 * Call *act* for all items, a few at a time. Items that fail, for example because the server is busy, are tried up to
 * TRIES times. Any that still fail are left for the next start of the client.
 */
async function each(all, act) {
  let left = all;
  for (let round = 0; left.length && round < TRIES; round++) {
    if (round) await new Promise((go) => setTimeout(go, PAUSE_MS));
    const failed = [];
    for (let i = 0; i < left.length; i += AT_ONCE) {
      const some = left.slice(i, i + AT_ONCE);
      const results = await Promise.allSettled(some.map(act));
      failed.push(...some.filter((_, n) => results[n].status === 'rejected'));
    }
    left = failed;
  }
}

// A message says whose table waits: its title and text are in the user's language, and `room` is the table's code.
self.addEventListener('push', (event) => event.waitUntil(notify(event.data).catch(() => {})));

/** Show a notification, unless the user is looking at the table. */
async function notify(data) {
  const message = data.json();
  const path = tablePath(message.room);
  const pages = await self.clients.matchAll({ type: 'window' });
  if (pages.some((page) => page.visibilityState === 'visible' && new URL(page.url).pathname === path)) return;
  await self.registration.showNotification(message.title, {
    body: message.text,
    tag: path, // a later turn at the same table replaces the notification
    icon: '/icon-192.png',
    data: { path },
  });
}

const tablePath = (room) => `/t/${encodeURIComponent(room)}`;

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});

/** Show the page with this path, or any page if there is no path. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: 'window' });
  const shown = pages.find((page) => !path || new URL(page.url).pathname === path);
  if (shown) await shown.focus();
  else await self.clients.openWindow(path || '/');
}
