/** Browser storage. If it is missing or full, reads return nothing and writes have no effect. */

type Area = 'local' | 'session';
const storage = (area: Area): Storage => (area === 'local' ? localStorage : sessionStorage);

/** The text under a key, or null. */
export function storedText(key: string, area: Area = 'local'): string | null {
  try {
    return storage(area).getItem(key);
  } catch {
    return null;
  }
}

/** Store a text, or delete the key for null; return whether that worked. */
export function storeText(key: string, text: string | null, area: Area = 'local'): boolean {
  try {
    if (text === null) storage(area).removeItem(key);
    else storage(area).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The JSON value under a key, unchecked; *fallback* if it is missing or unreadable. */
export function stored<T>(key: string, fallback: T): T {
  try {
    return (JSON.parse(storedText(key) ?? 'null') as T | null) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Store a value as JSON; return whether that worked. */
export const store = (key: string, value: unknown): boolean => storeText(key, JSON.stringify(value));
