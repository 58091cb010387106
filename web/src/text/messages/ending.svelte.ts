/** The words of the end of a round, one chunk for each language, loaded with the first end. */

import { currentLanguage } from './index.svelte';
import { fill, type Message, type Params } from './messages';
import { ENDING, type EndingParameters } from './catalogues/ending';
import type { Language } from './languages';

export type EndingKey = keyof EndingParameters;

let words = $state.raw<Readonly<Record<string, Message>> | null>(null);
let spoken = $state.raw<Language>('en');

/** Load the words of the end in that language. */
export async function loadEndingText(language: Language): Promise<void> {
  const found = (await ENDING[language]()).default;
  if (language !== currentLanguage()) return;
  words = found;
  spoken = language;
}

/** Whether the words are there. */
export const hasEndingText = (): boolean => words !== null;

/** A message of the end; an empty text while it is not loaded. */
export function e(key: EndingKey, params: Params = {}): string {
  const message = words?.[key];
  return message === undefined ? '' : fill(message, params, spoken);
}

/** Why a computer player played as it did, by its code; an empty text for an unknown one. */
export function motiveText(code: string, params: Params): string {
  const message = words?.[`motive.${code}`];
  return message === undefined ? '' : fill(message, params, spoken);
}

/** The message for a code of the server; the code itself if it is unknown. */
export function codedEnd(code: string): string {
  const message = words?.[`end.${code}`];
  return message === undefined ? code : fill(message, {}, spoken);
}
