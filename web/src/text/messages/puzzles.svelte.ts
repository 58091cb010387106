/** The words of the puzzles, one chunk for each language, loaded with a puzzle and never before. */

import { currentLanguage } from './index.svelte';
import { fill, type Message, type Params } from './messages';
import { PUZZLES, type PuzzlesParameters } from './catalogues/puzzles';
import type { Language } from './languages';

export type PuzzleKey = keyof PuzzlesParameters;

let words = $state.raw<Readonly<Record<string, Message>> | null>(null);
let spoken = $state.raw<Language>('en');

/** Load the words of the puzzles in the language of the page. */
export async function loadPuzzleText(): Promise<void> {
  const language = currentLanguage();
  const found = (await PUZZLES[language]()).default;
  if (language !== currentLanguage()) return loadPuzzleText();
  words = found;
  spoken = language;
}

/** A message of the puzzles; an empty text if there is none. */
export function z(key: PuzzleKey, params: Params = {}): string {
  const message = words?.[key];
  return message === undefined ? '' : fill(message, params, spoken);
}
