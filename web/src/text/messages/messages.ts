/** Messages in words: parameters filled in, the plural chosen. */

import { directionOf, type Language } from './languages';

/** A message by the plural forms of its language; `n` is the number that decides. */
export interface Plural {
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}
export type Message = string | Plural;
export type Params = Readonly<Record<string, string | number>>;

/** A name or another word within a sentence; from right to left it keeps its own direction, as `Tom B.` does. */
const isolated = (word: string, locale: string): string =>
  /\p{L}/u.test(word) && directionOf(locale as Language) === 'rtl' ? `\u2068${word}\u2069` : word;

/** Return the message with `{name}` replaced by parameters, numbers written as the language does. */
export function fill(message: Message, params: Params, locale: string): string {
  const text = typeof message === 'string' ? message : choose(message, Number(params.n), locale);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? numeral(value, locale) : isolated(value, locale);
  });
}

/** A number as the language writes it, with a minus that is no hyphen; `exceptZero` signs all. */
export const numeral = (n: number, locale: string, signDisplay?: 'exceptZero'): string =>
  // without options the browser keeps what it needs for it
  n.toLocaleString(locale, signDisplay && { signDisplay }).replace('-', '−');

function choose(message: Plural, n: number, locale: string): string {
  return message[new Intl.PluralRules(locale).select(n)] ?? message.other;
}

/** The things in a sentence: `Ada, Ben and Cleo`. */
export const listed = (things: readonly string[], locale: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(things.map((each) => isolated(each, locale)));
