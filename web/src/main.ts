import { mount } from 'svelte';
import './style/tokens.css';
import './style/index.css';
import App from './App.svelte';
import { setLanguage } from './text/messages.svelte';
import { load } from './pages';
import { afterPaint } from './device/after_paint';
import { address, interceptLinks } from './device/router.svelte';
import { routeOf } from './pages/routes';
import { applySettings, settings } from './device/settings.svelte';

/** Reload once the server responds. Reloading earlier would show the browser's own error page. */
async function reload(): Promise<void> {
  const { ok } = await fetch('/healthz').catch(() => ({ ok: false }));
  if (ok) location.reload();
  else setTimeout(reload, 1000);
}

// A missing chunk means that the server has a newer build. Reload to get it, but only once.
addEventListener('vite:preloadError', () => {
  const late = 'page-was-old';
  if (Date.now() - Number(sessionStorage.getItem(late) ?? 0) < 10_000) return;
  sessionStorage.setItem(late, String(Date.now()));
  // if a chunk fails to load, other code fails too until the user reloads; do not report those errors
  addEventListener('unhandledrejection', (failure) => failure.preventDefault());
  void reload();
});

applySettings();
interceptLinks();
// start loading the first page while its messages are still loading
load(routeOf(address().pathname)).catch(() => {});
await setLanguage(settings.language).catch(() => setLanguage('en'));
if (settings.palette === 'low-vision') await (await import('./text/green')).swapColourWords(true).catch(() => {});
mount(App, { target: document.getElementById('app')! });

const AFTER = 2000; // delay in milliseconds, so that the tiles of a game are shown first
void afterPaint()
  .then(() => new Promise((later) => setTimeout(later, AFTER)))
  .then(() => import('./device/offline'))
  .then(({ cacheOffline }) => cacheOffline(settings.language))
  .catch(() => {});
