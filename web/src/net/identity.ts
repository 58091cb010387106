/** Who this browser is to the server, which gives it a guest's cookie with the first request. */

const KNOWN = 'tilerummy.known';
const MOVED = 'tilerummy.moved';
let pending: Promise<void> | null = null;

async function ask(): Promise<void> {
  const response = await fetch('/api/me', { headers: { Accept: 'application/json' } });
  if (response.ok) rememberGuest(((await response.json()) as { id8: string }).id8);
}

/** Resolves when the server knows this browser; *anew* asks even if it did before. */
export function identify(anew = false): Promise<void> {
  try {
    if (!anew && localStorage.getItem(KNOWN)) return Promise.resolve();
  } catch {
    // without storage the server is asked each time
  }
  pending ??= ask()
    .catch(() => {})
    .finally(() => (pending = null));
  return pending;
}

/** Whether this browser has been a guest of the server before. */
export function isKnown(): boolean {
  try {
    return localStorage.getItem(KNOWN) !== null;
  } catch {
    return false;
  }
}

/**
 * Remember which guest we are. *expected*: we asked to become this guest; otherwise, if it is another
 * one than before, the former guest has logged in on another device.
 */
export function rememberGuest(id: string, expected = false): void {
  try {
    const before = localStorage.getItem(KNOWN);
    if (expected) sessionStorage.removeItem(MOVED);
    else if (before && before !== id) sessionStorage.setItem(MOVED, '1');
    localStorage.setItem(KNOWN, id);
  } catch {
    // without storage it is asked again the next time
  }
}

/** Whether the former guest of this browser has logged in on another device. */
export function hasMoved(): boolean {
  try {
    return sessionStorage.getItem(MOVED) !== null;
  } catch {
    return false;
  }
}
