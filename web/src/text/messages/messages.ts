/** Messages in words: parameters filled in, the plural chosen. No language is known here. */

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

/** Return the message with `{name}` replaced by parameters, numbers written as the language does. */
export function fill(message: Message, params: Params, locale: string): string {
  const text = typeof message === 'string' ? message : choose(message, Number(params.n), locale);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? numeral(value, locale) : value;
  });
}

/** A number as the language writes it, with a minus that is no hyphen; `exceptZero` signs all. */
export const numeral = (n: number, locale: string, signDisplay: 'auto' | 'exceptZero' = 'auto'): string =>
  new Intl.NumberFormat(locale, { signDisplay }).format(n).replace('-', '−');

function choose(message: Plural, n: number, locale: string): string {
  return message[new Intl.PluralRules(locale).select(n)] ?? message.other;
}

/** The things in a sentence: `Ada, Ben and Cleo`. */
export const listed = (things: readonly string[], locale: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(things);
