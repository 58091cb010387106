/** The house rules that this browser keeps. */

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

/** Keep these house rules and no others. */
export const keepRules = (list: readonly SavedRules[]): void => void store(KEY, list);

/** The entry of a ruleset, once the presets are known. */
export const knownEntry = (ruleset: string): Entry | undefined => entryOf(ruleset, presets(), savedRules());
