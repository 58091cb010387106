/** The words of the page of a game, one chunk for each language, loaded with it. */

import { currentLanguage } from './index.svelte';
import { fill, type Message, type Params } from './messages';
import { GAMES, type GamesParameters } from './catalogues/games';
import type { Language } from './languages';

export type GamesKey = keyof GamesParameters;

let words = $state.raw<Readonly<Record<string, Message>> | null>(null);
let spoken = $state.raw<Language>('en');

/** Load the words of that page in the language of the page. */
export async function loadGamesText(): Promise<void> {
  const language = currentLanguage();
  const found = (await GAMES[language]()).default;
  if (language !== currentLanguage()) return loadGamesText();
  words = found;
  spoken = language;
}

/** A message of the page of a game; an empty text if there is none. */
export function g(key: GamesKey, params: Params = {}): string {
  const message = words?.[key];
  return message === undefined ? '' : fill(message, params, spoken);
}
