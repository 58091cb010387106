/** What this browser stores. Without storage, or where it is full, nothing is found and nothing stored. */

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

/** Store a text, or delete it for null; returns whether that was possible. */
export function storeText(key: string, text: string | null, area: Area = 'local'): boolean {
  try {
    if (text === null) storage(area).removeItem(key);
    else storage(area).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The JSON value under a key, unchecked; *fallback* if there is none that can be read. */
export function stored<T>(key: string, fallback: T): T {
  try {
    return (JSON.parse(storedText(key) ?? 'null') as T | null) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Store a value as JSON; returns whether that was possible. */
export const store = (key: string, value: unknown): boolean => storeText(key, JSON.stringify(value));
