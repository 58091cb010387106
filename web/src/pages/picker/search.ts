/** Text search that ignores case, accents and word order. */

/** Normalize a text for searching by converting it to lower case and removing accents. Turkish dotless i becomes i. */
export const folded = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i');

/** Return the words in a text. A hyphen does not split a word. */
const words = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+(?:-\p{L}+)*/gu) ?? [];

/** The minimum length of a query word that may match inside a longer word, as needed for German compounds. */
const INSIDE = 3;

/**
 * Return the match quality: 2 if every query word is the beginning of a word in the text, 1 if every query word is at
 * least part of such a word, otherwise 0.
 */
export function matchQuality(query: string, text: string): 0 | 1 | 2 {
  const there = words(text);
  const begins = (word: string): boolean => there.some((each) => each.startsWith(word));
  const inside = (word: string): boolean =>
    /^\p{L}/u.test(word) && word.length >= INSIDE && there.some((each) => each.includes(word));
  const every = (is: (word: string) => boolean): boolean =>
    words(query).every((word) => is(word) || word.split('-').every(is));
  return every(begins) ? 2 : every((word) => begins(word) || inside(word)) ? 1 : 0;
}

/** Return the entries that match the query. The best match comes first. */
export function search<T extends { readonly words: string }>(query: string, all: readonly T[]): T[] {
  const fits = all.map((each) => ({ each, fit: matchQuality(query, each.words) }));
  return fits
    .filter(({ fit }) => fit)
    .sort((a, b) => b.fit - a.fit)
    .map(({ each }) => each);
}
