/** The words of a review, one chunk for each language, loaded with it. */

import { currentLanguage } from './index.svelte';
import { fill, type Message, type Params } from './messages';
import { REVIEW, type ReviewParameters } from './catalogues/review';
import type { Language } from './languages';

export type ReviewKey = keyof ReviewParameters;

let words = $state.raw<Readonly<Record<string, Message>> | null>(null);
let spoken = $state.raw<Language>('en');

/** Load the words of a review in the language of the page. */
export async function loadReviewText(): Promise<void> {
  const language = currentLanguage();
  const found = (await REVIEW[language]()).default;
  if (language !== currentLanguage()) return loadReviewText();
  words = found;
  spoken = language;
}

/** A message of a review; an empty text if there is none. */
export function rv(key: ReviewKey, params: Params = {}): string {
  const message = words?.[key];
  return message === undefined ? '' : fill(message, params, spoken);
}

/** A message whose code comes from the server; an empty text if it is not known. */
export const rvCoded = (key: string, params: Params = {}): string => rv(key as ReviewKey, params);
