/** The house rules that this browser keeps. */

export interface SavedRules {
  readonly name: string;
  /** The rules as text: `sabra+initial_meld.points=50`. */
  readonly ruleset: string;
}

const KEY = 'tilerummy.house';

const isSaved = (each: unknown): each is SavedRules =>
  typeof (each as SavedRules | null)?.name === 'string' && typeof (each as SavedRules).ruleset === 'string';

export function savedRules(): SavedRules[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter(isSaved) : [];
  } catch {
    return [];
  }
}

/** Keep these house rules and no others. */
export function keepRules(list: readonly SavedRules[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // without storage they last as long as the page
  }
}
