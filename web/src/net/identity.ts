/** The identity of this browser: the server sets a guest cookie with the first response. */

import { storeText, storedText } from '../device/stored';

const KNOWN = 'tilerummy.known';
const MOVED = 'tilerummy.moved';
let pending: Promise<void> | null = null;

async function ask(): Promise<void> {
  const response = await fetch('/api/me', { headers: { Accept: 'application/json' } });
  if (response.ok) rememberGuest(((await response.json()) as { id8: string }).id8);
}

/** Resolves once this browser has a guest; *again* checks again. */
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
 * Remember the guest. *expected*: after a request to become this guest; otherwise a different guest means
 * that the former one has logged in on another device.
 */
export function rememberGuest(id: string, expected = false): void {
  const before = storedText(KNOWN);
  if (expected) storeText(MOVED, null, 'session');
  else if (before && before !== id) storeText(MOVED, '1', 'session');
  storeText(KNOWN, id);
}

/** True if the former guest of this browser has logged in on another device. */
export const hasMoved = (): boolean => storedText(MOVED, 'session') !== null;
