/** Being somebody: the server gives every browser a guest's cookie when it first asks. */

const KNOWN = 'tilerummy.known';
const MOVED = 'tilerummy.moved';
let asked: Promise<void> | null = null;

async function ask(): Promise<void> {
  const response = await fetch('/api/me', { headers: { Accept: 'application/json' } });
  if (response.ok) known(((await response.json()) as { id8: string }).id8);
}

/** Resolves when the server knows this browser; *anew* asks even if it did before. */
export function identify(anew = false): Promise<void> {
  try {
    if (!anew && localStorage.getItem(KNOWN)) return Promise.resolve();
  } catch {
    // a browser that keeps nothing is asked each time
  }
  asked ??= ask()
    .catch(() => {})
    .finally(() => (asked = null));
  return asked;
}

/** Keep who we are; *wanted* says that we asked to be this guest. Else whom we were has moved. */
export function known(id: string, wanted = false): void {
  try {
    const before = localStorage.getItem(KNOWN);
    if (wanted) sessionStorage.removeItem(MOVED);
    else if (before && before !== id) sessionStorage.setItem(MOVED, '1');
    localStorage.setItem(KNOWN, id);
  } catch {
    // then it is not known the next time
  }
}

/** Whether whom we were here has gone on with another device. */
export function moved(): boolean {
  try {
    return sessionStorage.getItem(MOVED) !== null;
  } catch {
    return false;
  }
}
