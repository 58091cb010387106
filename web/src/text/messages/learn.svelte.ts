/** The words of the courses, one chunk for each language, loaded with a course and never before. */

import { currentLanguage } from './index.svelte';
import { fill, type Message, type Params } from './messages';
import { LEARN, type LearnParameters } from './catalogues/learn';
import type { Language } from './languages';

export type LearnKey = keyof LearnParameters;

let words = $state.raw<Readonly<Record<string, Message>> | null>(null);
let spoken = $state.raw<Language>('en');

/** Load the words of the courses in the language of the page. */
export async function loadLearnText(): Promise<void> {
  const language = currentLanguage();
  const found = (await LEARN[language]()).default;
  if (language !== currentLanguage()) return loadLearnText();
  words = found;
  spoken = language;
}

/** A message of the courses; an empty text if there is none. */
export function l(key: LearnKey, params: Params = {}): string {
  const message = words?.[key];
  return message === undefined ? '' : fill(message, params, spoken);
}

/** Whether there is a message with that code. */
export const isLearnKey = (code: string): code is LearnKey => words !== null && code in words;
