/** The languages of the interface, and the choice of a language based on the browser's preferences. */

import LANGUAGES from '../../../src/tilerummy/texts/languages.json';

export { LANGUAGES };

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (text: string | null | undefined): text is Language => text != null && text in LANGUAGES;

/** Return the writing direction of a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  LANGUAGES[language].direction === 'rtl' ? 'rtl' : 'ltr';

/** Return the first preferred language that is available, or English otherwise. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const short = tag.toLowerCase().split('-')[0]!.replace(/^iw$/, 'he');
    if (isLanguage(short)) return short;
  }
  return 'en';
}
