/** The interface languages, and the choice of one from the browser's preferences. */

import LANGUAGES from '../../../src/tilerummy/texts/languages.json';

export { LANGUAGES };

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (text: string | null | undefined): text is Language => text != null && text in LANGUAGES;

/** The writing direction of a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  LANGUAGES[language].direction === 'rtl' ? 'rtl' : 'ltr';

/** The first preferred language that is available, otherwise English. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const short = tag.toLowerCase().split('-')[0]!.replace(/^iw$/, 'he');
    if (isLanguage(short)) return short;
  }
  return 'en';
}
