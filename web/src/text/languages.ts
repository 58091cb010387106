/** The languages of the interface, and which of them a browser wants. */

import LANGUAGES from '../../../src/tilerummy/texts/languages.json';

export { LANGUAGES };

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (text: string | null | undefined): text is Language => text != null && text in LANGUAGES;

/** Which way the language is written. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  LANGUAGES[language].direction === 'rtl' ? 'rtl' : 'ltr';

/** The first of the preferred languages that the page has, else English. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const short = tag.toLowerCase().split('-')[0]!.replace(/^iw$/, 'he');
    if (isLanguage(short)) return short;
  }
  return 'en';
}
