// The service worker of the static game. Caches every file, so that the game opens without a network.
// `tilerummy static` prepends the constants VERSION and FILES.
/* global VERSION, FILES */

const { pathname: BASE } = new URL(self.registration.scope);
const PREFIX = `tilerummy-static-${BASE}-`; // other folders of the host may contain other versions
const NAME = PREFIX + VERSION;
const PAGE = 'index.html';
const AT_ONCE = 4;

self.addEventListener('install', (event) => {
  event.waitUntil(cacheAll());
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  const path = url.pathname.slice(BASE.length) || PAGE;
  if (FILES.includes(path)) event.respondWith(answer(path));
});

/** Return the cached file, because all files must have the same version. If it is not cached yet, request it. */
async function answer(path) {
  const cache = await caches.open(NAME);
  return (await cache.match(path)) || fetch(path);
}

async function cacheAll() {
  const cache = await caches.open(NAME);
  for (let i = 0; i < FILES.length; i += AT_ONCE) {
    await Promise.all(FILES.slice(i, i + AT_ONCE).map((file) => cache.add(file)));
  }
}
