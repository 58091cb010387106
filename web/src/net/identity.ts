/** The identity of this browser, a guest. The server sets the guest cookie with its first response. */

import { storeText, storedText } from '../device/stored';

const KNOWN = 'tilerummy.known';
const MOVED = 'tilerummy.moved';
let pending: Promise<void> | null = null;

async function ask(): Promise<void> {
  const response = await fetch('/api/me', { headers: { Accept: 'application/json' } });
  if (response.ok) rememberGuest(((await response.json()) as { id8: string }).id8);
}

/** Resolves once this browser is a guest of the server. *again* repeats the check. */
export function identify(again = false): Promise<void> {
  if (!again && storedText(KNOWN)) return Promise.resolve();
  pending ??= ask()
    .catch(() => {})
    .finally(() => (pending = null));
  return pending;
}

/** True if this browser has been a guest of the server before. */
export const isKnown = (): boolean => storedText(KNOWN) !== null;

/**
 * Store the guest. *expected* is true after a request to become this guest. Otherwise, a different
 * guest means that the former one has logged in on another device.
 */
export function rememberGuest(id: string, expected = false): void {
  const before = storedText(KNOWN);
  if (expected) storeText(MOVED, null, 'session');
  else if (before && before !== id) storeText(MOVED, '1', 'session');
  storeText(KNOWN, id);
}

/** True if the former guest of this browser has logged in on another device. */
export const hasMoved = (): boolean => storedText(MOVED, 'session') !== null;
