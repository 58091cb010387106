/** The service worker, which keeps what is needed without a connection. */

import type { Language } from '../text/languages';

const AT_REST = 3000; // milliseconds, so that keeping does not slow the page down

/** Start the worker, and let it keep every page that needs no server, with the texts of that language. */
export async function keepOffline(language: Language): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  await serviceWorker.register('/sw.js');
  if (connection?.saveData) return;
  const { active } = await serviceWorker.ready;
  setTimeout(() => active?.postMessage({ keep: language }), AT_REST);
}
