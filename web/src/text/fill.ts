/** Fills in message arguments and plurals. tools/texts.mjs compiles the messages from ICU format. */

import { directionOf, type Language } from './languages';

/** A compiled message: text with `{name}` arguments, a plural, or a sequence of both. */
export type Message = string | Plural | readonly Message[];
/**
 * A plural: messages by exact number, such as `=2`, and by plural category. The argument `by`
 * selects one of them.
 */
export interface Plural {
  readonly by: string;
  readonly other: Message;
  readonly [form: string]: Message;
}
export type Params = Readonly<Record<string, string | number>>;

/**
 * A word within a sentence. In right-to-left text it is isolated, so that names such as `Tom B.`
 * are not reordered.
 */
const isolated = (word: string, locale: string): string =>
  /\p{L}/u.test(word) && directionOf(locale as Language) === 'rtl' ? `\u2068${word}\u2069` : word;

/** The message with its arguments filled in. Numbers are formatted for the language. */
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

/** A formatted number with a real minus sign. `exceptZero` also adds a plus sign to positive numbers. */
export const numeral = (n: number, locale: string, signDisplay?: 'exceptZero'): string =>
  // called without options, because the browser then caches the formatter
  n.toLocaleString(locale, signDisplay && { signDisplay }).replace('-', '−');

/** A list in a sentence: `Ada, Ben and Cleo`. */
export const listed = (things: readonly string[], locale: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(things.map((each) => isolated(each, locale)));
