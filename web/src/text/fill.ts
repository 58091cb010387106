/** Fills in the arguments and plurals in a message. Messages are compiled from ICU format by tools/texts.mjs. */

import { directionOf, type Language } from './languages';

/** A compiled message, which is a text that may contain `{name}` arguments, a plural, or a sequence of messages. */
export type Message = string | Plural | readonly Message[];
/**
 * A plural, which has one message for each plural category or exact number, such as `=2`. The argument named `by`
 * determines the message that is used.
 */
export interface Plural {
  readonly by: string;
  readonly other: Message;
  readonly [form: string]: Message;
}
export type Params = Readonly<Record<string, string | number>>;

/**
 * Prepare a word for use in a sentence. In right-to-left text, the word is isolated to avoid reordering the characters
 * in names such as `Tom B.`.
 */
const isolated = (word: string, locale: string): string =>
  /\p{L}/u.test(word) && directionOf(locale as Language) === 'rtl' ? `\u2068${word}\u2069` : word;

/** Return the message after filling in its arguments. Numbers are formatted for the language. */
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

/** Format a number, using a real minus sign. With `exceptZero`, positive numbers get a plus sign. */
export const numeral = (n: number, locale: string, signDisplay?: 'exceptZero'): string =>
  // pass no options where possible, because the browser caches the formatter in this case
  n.toLocaleString(locale, signDisplay && { signDisplay }).replace('-', '−');

/** Format a list for use in a sentence, such as `Ada, Ben and Cleo`. */
export const listed = (things: readonly string[], locale: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(things.map((each) => isolated(each, locale)));
