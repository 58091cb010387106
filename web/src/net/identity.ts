/** Who this browser is to the server, which gives it a guest's cookie with the first request. */

import { storeText, storedText } from '../device/stored';

const KNOWN = 'tilerummy.known';
const MOVED = 'tilerummy.moved';
let pending: Promise<void> | null = null;

async function ask(): Promise<void> {
  const response = await fetch('/api/me', { headers: { Accept: 'application/json' } });
  if (response.ok) rememberGuest(((await response.json()) as { id8: string }).id8);
}

/** Resolves when the server knows this browser; *anew* asks even if it did before. */
export function identify(anew = false): Promise<void> {
  if (!anew && storedText(KNOWN)) return Promise.resolve();
  pending ??= ask()
    .catch(() => {})
    .finally(() => (pending = null));
  return pending;
}

/** Whether this browser has been a guest of the server before. */
export const isKnown = (): boolean => storedText(KNOWN) !== null;

/**
 * Remember which guest we are. *expected*: we asked to become this guest; otherwise, if it is another
 * one than before, the former guest has logged in on another device.
 */
export function rememberGuest(id: string, expected = false): void {
  const before = storedText(KNOWN);
  if (expected) storeText(MOVED, null, 'session');
  else if (before && before !== id) storeText(MOVED, '1', 'session');
  storeText(KNOWN, id);
}

/** Whether the former guest of this browser has logged in on another device. */
export const hasMoved = (): boolean => storedText(MOVED, 'session') !== null;
