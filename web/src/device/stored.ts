/** Access to the browser's storage. If it is missing or full, reads return null and writes have no effect. */

type Area = 'local' | 'session';
const storage = (area: Area): Storage => (area === 'local' ? localStorage : sessionStorage);

/** Return the text stored under a key, or null. */
export function storedText(key: string, area: Area = 'local'): string | null {
  try {
    return storage(area).getItem(key);
  } catch {
    return null;
  }
}

/** Store a text under a key, or delete the key if the text is null. Returns whether this succeeded. */
export function storeText(key: string, text: string | null, area: Area = 'local'): boolean {
  try {
    if (text === null) storage(area).removeItem(key);
    else storage(area).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Return the JSON value stored under a key, or *fallback* if it is missing or malformed. The value's type is not
 * checked.
 */
export function stored<T>(key: string, fallback: T): T {
  try {
    return (JSON.parse(storedText(key) ?? 'null') as T | null) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Store a value as JSON. Returns whether this succeeded. */
export const store = (key: string, value: unknown): boolean => storeText(key, JSON.stringify(value));
