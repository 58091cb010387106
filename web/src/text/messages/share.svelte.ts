/** The words with which a game is shared and commented on, one chunk for each language. */

import { currentLanguage } from './index.svelte';
import { fill, type Message, type Params } from './messages';
import { SHARE, type ShareParameters } from './catalogues/share';
import type { Language } from './languages';

export type ShareKey = keyof ShareParameters;

let words = $state.raw<Readonly<Record<string, Message>> | null>(null);
let spoken = $state.raw<Language>('en');

/** Load the words for that in the language of the page. */
export async function loadShareText(): Promise<void> {
  const language = currentLanguage();
  const found = (await SHARE[language]()).default;
  if (language !== currentLanguage()) return loadShareText();
  words = found;
  spoken = language;
}

/** A message about sharing a game; an empty text if there is none. */
export function s(key: ShareKey, params: Params = {}): string {
  const message = words?.[key];
  return message === undefined ? '' : fill(message, params, spoken);
}
