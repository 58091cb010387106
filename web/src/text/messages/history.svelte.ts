/** The words of my games and of the analysis board, one chunk for each language, loaded with them. */

import { currentLanguage } from './index.svelte';
import { fill, type Message, type Params } from './messages';
import { HISTORY, type HistoryParameters } from './catalogues/history';
import type { Language } from './languages';

export type HistoryKey = keyof HistoryParameters;

let words = $state.raw<Readonly<Record<string, Message>> | null>(null);
let spoken = $state.raw<Language>('en');

/** Load the words of these pages in the language of the page. */
export async function loadHistoryText(): Promise<void> {
  const language = currentLanguage();
  const found = (await HISTORY[language]()).default;
  if (language !== currentLanguage()) return loadHistoryText();
  words = found;
  spoken = language;
}

/** A message of these pages; an empty text if there is none. */
export function h(key: HistoryKey, params: Params = {}): string {
  const message = words?.[key];
  return message === undefined ? '' : fill(message, params, spoken);
}
