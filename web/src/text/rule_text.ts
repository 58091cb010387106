/**
 * The rules in the current language. The server sends each sentence in English, along with its code and parameters. The
 * translations form a section of the messages.
 */

import type { CodedText } from '../net/types/http';
import { COLOURS } from '../rules';
import type { Params } from './fill';
import { coded, currentLanguage, list } from './messages.svelte';

/** Return a sentence from the rules in the current language, or in English if the translations are not loaded. */
export const ruleText = ({ code, text, params = {} }: CodedText): string =>
  coded(`rule.${code}`, text, readable(params));

/** Convert the parameters to text. Colours become their names, and several numbers become a list of alternatives. */
function readable(params: Readonly<Record<string, number | readonly number[]>>): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value !== 'number') return [name, eitherOf(value)];
      return [name, name === 'colours' ? coloursOf(value) : value];
    }),
  );
}

const coloursOf = (many: number): string =>
  list([...COLOURS.slice(0, many)].map((letter) => coded(`colour.${letter}`, letter)));

const eitherOf = (numbers: readonly number[]): string =>
  new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(numbers.map(String));
