/** Searching in words: without case, accents and the order of words. */

/** A text for comparing: lower case, without accents; the dotless i of Turkish is an i. */
export const folded = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i');

/** The words of a text; one with a hyphen is one word. */
const words = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+(?:-\p{L}+)*/gu) ?? [];

/** Inside of words, as of German compounds, only so many letters are looked for. */
const INSIDE = 3;

/** How well a text fits: 2 if each word of the query begins one of its words, 1 if it is in one, 0 if it is not there. */
export function fitting(query: string, text: string): 0 | 1 | 2 {
  const there = words(text);
  const begins = (word: string): boolean => there.some((each) => each.startsWith(word));
  const inside = (word: string): boolean =>
    /^\p{L}/u.test(word) && word.length >= INSIDE && there.some((each) => each.includes(word));
  const every = (is: (word: string) => boolean): boolean =>
    words(query).every((word) => is(word) || word.split('-').every(is));
  return every(begins) ? 2 : every((word) => begins(word) || inside(word)) ? 1 : 0;
}

/** What the query finds, the best first. */
export function found<T extends { readonly words: string }>(query: string, all: readonly T[]): T[] {
  const fits = all.map((each) => ({ each, fit: fitting(query, each.words) }));
  return fits
    .filter(({ fit }) => fit)
    .sort((a, b) => b.fit - a.fit)
    .map(({ each }) => each);
}
