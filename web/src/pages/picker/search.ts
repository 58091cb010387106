/** Text search that ignores case, accents and word order. */

/** A text normalized for searching: in lower case, without accents, and with the Turkish dotless i as i. */
export const folded = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i');

/** The words of a text; a hyphenated word counts as one. */
const words = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+(?:-\p{L}+)*/gu) ?? [];

/** The minimum length of a match inside a word; such matches are needed for German compounds. */
const INSIDE = 3;

/**
 * The match quality: 2 if every query word starts a word of the text, 1 if every query word occurs
 * within some word, 0 otherwise.
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

/** The matching entries, best match first. */
export function search<T extends { readonly words: string }>(query: string, all: readonly T[]): T[] {
  const fits = all.map((each) => ({ each, fit: matchQuality(query, each.words) }));
  return fits
    .filter(({ fit }) => fit)
    .sort((a, b) => b.fit - a.fit)
    .map(({ each }) => each);
}
