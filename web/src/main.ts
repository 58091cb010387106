import { mount } from 'svelte';
import './style/tokens.css';
import './style/index.css';
import App from './App.svelte';
import { speak } from './text/messages/index.svelte';
import { load } from './pages';
import { interceptLinks } from './device/router.svelte';
import { routeOf } from './pages/routes';
import { applySettings, settings } from './device/settings.svelte';

// A part of the page that is gone means that the server has a newer page: take that, once.
addEventListener('vite:preloadError', () => {
  const late = 'page-was-old';
  if (Date.now() - Number(sessionStorage.getItem(late) ?? 0) < 10_000) return;
  sessionStorage.setItem(late, String(Date.now()));
  // what waits for that part fails on a page that goes away
  addEventListener('unhandledrejection', (failure) => failure.preventDefault());
  location.reload();
});

applySettings();
interceptLinks();
// the page and its words come at the same time
load[routeOf(location.pathname).page]().catch(() => {});
await speak(settings.language).catch(() => speak('en'));
mount(App, { target: document.getElementById('app')! });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('/sw.js').catch(() => {});
}
