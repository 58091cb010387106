/** The user's house rules, stored in this browser. */

import { store, stored } from '../../device/stored';
import { presets } from '../../net/catalogue.svelte';
import { entryOf, type Entry, type SavedRules } from './entries';

const KEY = 'tilerummy.house';

const isSaved = (each: unknown): each is SavedRules =>
  typeof (each as SavedRules | null)?.name === 'string' && typeof (each as SavedRules).ruleset === 'string';

export function savedRules(): SavedRules[] {
  const found: unknown = stored(KEY, []);
  return Array.isArray(found) ? found.filter(isSaved) : [];
}

/** Replace all stored house rules with *list*. */
export const storeRules = (list: readonly SavedRules[]): void => void store(KEY, list);

/** Return the entry for a ruleset, or undefined until the presets have been loaded. */
export const knownEntry = (ruleset: string): Entry | undefined => entryOf(ruleset, presets(), savedRules());
