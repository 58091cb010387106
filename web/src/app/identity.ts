/** Being somebody: the server gives every browser a guest's cookie when it first asks. */

const KEY = 'tilerummy.known';
let asked: Promise<void> | null = null;

async function ask(): Promise<void> {
  const response = await fetch('/api/me', { headers: { Accept: 'application/json' } });
  if (response.ok) localStorage.setItem(KEY, '1');
}

/** Resolves when the server knows this browser; *anew* asks even if it did before. */
export function identify(anew = false): Promise<void> {
  try {
    if (!anew && localStorage.getItem(KEY)) return Promise.resolve();
  } catch {
    // a browser that keeps nothing is asked each time
  }
  asked ??= ask()
    .catch(() => {})
    .finally(() => (asked = null));
  return asked;
}
