/** The house rules that this browser keeps. */

import { store, stored } from '../../device/stored';

export interface SavedRules {
  readonly name: string;
  /** The rules as text: `sabra+initial_meld.points=50`. */
  readonly ruleset: string;
}

const KEY = 'tilerummy.house';

const isSaved = (each: unknown): each is SavedRules =>
  typeof (each as SavedRules | null)?.name === 'string' && typeof (each as SavedRules).ruleset === 'string';

export function savedRules(): SavedRules[] {
  const found: unknown = stored(KEY, []);
  return Array.isArray(found) ? found.filter(isSaved) : [];
}

/** Keep these house rules and no others. */
export const keepRules = (list: readonly SavedRules[]): void => void store(KEY, list);
