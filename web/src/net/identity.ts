/** The guest account that identifies this browser. The server sets the guest cookie with its first response. */

import { hasServer } from '../device/own_games';
import { storeText, storedText } from '../device/stored';

// a server's game for offline play has the same storage, but another guest
const KNOWN = hasServer ? 'tilerummy.known' : 'tilerummy.known.alone';
const MOVED = 'tilerummy.moved';
let pending: Promise<void> | null = null;

async function ask(): Promise<void> {
  const response = await fetch('/api/me', { headers: { Accept: 'application/json' } });
  if (response.ok) rememberGuest(((await response.json()) as { id8: string }).id8);
}

/** Make sure that this browser has a guest account. If *again*, ask the server even if the account is already known. */
export function identify(again = false): Promise<void> {
  if (!again && storedText(KNOWN)) return Promise.resolve();
  pending ??= ask()
    .catch(() => {})
    .finally(() => (pending = null));
  return pending;
}

/** Return whether this browser has had a guest account on this server before. */
export const isKnown = (): boolean => storedText(KNOWN) !== null;

/**
 * Store the id of this browser's guest. *expected* is true after a request to become that guest. Otherwise, a different
 * id means that the previous guest has logged in on another device.
 */
export function rememberGuest(id: string, expected = false): void {
  const before = storedText(KNOWN);
  if (expected) storeText(MOVED, null, 'session');
  else if (before && before !== id) storeText(MOVED, '1', 'session');
  storeText(KNOWN, id);
}

/** Return whether the guest that this browser had before has logged in on another device. */
export const hasMoved = (): boolean => storedText(MOVED, 'session') !== null;
