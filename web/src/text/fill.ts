/** Messages in words: arguments filled in, plurals chosen. tools/texts.mjs makes them from ICU format. */

import { directionOf, type Language } from './languages';

/** Texts with `{name}` for an argument, plurals, or several of both one after the other. */
export type Message = string | Plural | readonly Message[];
/** Messages by exact number, such as `=2`, and by plural category; the argument `by` decides. */
export interface Plural {
  readonly by: string;
  readonly other: Message;
  readonly [form: string]: Message;
}
export type Params = Readonly<Record<string, string | number>>;

/** A name or another word within a sentence; from right to left it keeps its own direction, as `Tom B.` does. */
const isolated = (word: string, locale: string): string =>
  /\p{L}/u.test(word) && directionOf(locale as Language) === 'rtl' ? `\u2068${word}\u2069` : word;

/** The message with its arguments, numbers written as the language does. */
export function fill(message: Message, params: Params, locale: string): string {
  if (typeof message === 'string') {
    return message.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = params[name];
      if (value === undefined) return whole;
      return typeof value === 'number' ? numeral(value, locale) : isolated(value, locale);
    });
  }
  if ('by' in message) {
    const n = Number(params[message.by]);
    return fill(
      message[`=${n}`] ?? message[new Intl.PluralRules(locale).select(n)] ?? message.other,
      params,
      locale,
    );
  }
  return message.map((part) => fill(part, params, locale)).join('');
}

/** A number as the language writes it, with a minus that is no hyphen; `exceptZero` signs all. */
export const numeral = (n: number, locale: string, signDisplay?: 'exceptZero'): string =>
  // without options the browser keeps what it needs for it
  n.toLocaleString(locale, signDisplay && { signDisplay }).replace('-', '−');

/** The things in a sentence: `Ada, Ben and Cleo`. */
export const listed = (things: readonly string[], locale: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(things.map((each) => isolated(each, locale)));
