/** Fills in message arguments and plurals. tools/texts.mjs compiles the messages from ICU format. */

import { directionOf, type Language } from './languages';

/** Text with `{name}` arguments, a plural, or a sequence of both. */
export type Message = string | Plural | readonly Message[];
/** Messages by exact number, such as `=2`, and by plural category, selected by the argument `by`. */
export interface Plural {
  readonly by: string;
  readonly other: Message;
  readonly [form: string]: Message;
}
export type Params = Readonly<Record<string, string | number>>;

/** A word within a sentence; in right-to-left text, isolated so that `Tom B.` is not reordered. */
const isolated = (word: string, locale: string): string =>
  /\p{L}/u.test(word) && directionOf(locale as Language) === 'rtl' ? `\u2068${word}\u2069` : word;

/** The message with its arguments; numbers are formatted for the language. */
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

/** A formatted number with a real minus sign; `exceptZero` adds a sign to positive numbers too, except 0. */
export const numeral = (n: number, locale: string, signDisplay?: 'exceptZero'): string =>
  // without options the browser caches the formatter
  n.toLocaleString(locale, signDisplay && { signDisplay }).replace('-', '−');

/** A list in a sentence: `Ada, Ben and Cleo`. */
export const listed = (things: readonly string[], locale: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(things.map((each) => isolated(each, locale)));
