/** Starts the service worker, which caches everything that is needed offline. */

import type { Language } from '../text/languages';
import { ownGames } from './own_games';

const AT_REST = 3000; // delay in milliseconds, so that caching does not slow down loading

/** Start the service worker, and cache every page that works without a server, with the texts in the given language. */
export async function cacheOffline(language: Language): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  await ownGames?.started; // the server in the worker is downloaded first
  await serviceWorker.register(new URL(/* @vite-ignore */ '../sw.js', import.meta.url));
  if (connection?.saveData) return;
  const { active } = await serviceWorker.ready;
  setTimeout(() => active?.postMessage({ keep: language }), AT_REST);
}
