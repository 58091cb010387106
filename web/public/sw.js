// Caches the files of the page, so that it opens at once, and offline with a note.
// Nothing about rooms or people is cached: /api and /ws are left alone.

const NAME = 'tilerummy-1';
const OFFLINE = ['/offline.html', '/offline.css', '/icon.svg'];
const MOST = 160;

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
      for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/api/') || url.pathname === '/ws') return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (OFFLINE.includes(url.pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

async function page(request) {
  const cache = await caches.open(NAME);
  try {
    const fresh = await fetch(request);
    const html = (fresh.headers.get('content-type') || '').includes('html');
    if (fresh.ok && html) await cache.put('/', fresh.clone());
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
  if (fresh.ok) {
    await cache.put(request, fresh.clone());
    const all = await cache.keys();
    const assets = all.filter((each) => new URL(each.url).pathname.startsWith('/assets/'));
    for (const old of assets.slice(0, Math.max(0, assets.length - MOST))) await cache.delete(old);
  }
  return fresh;
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: 'window' });
      if (pages[0]) await pages[0].focus();
      else await self.clients.openWindow('/');
    })(),
  );
});
