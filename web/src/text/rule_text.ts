/**
 * The rules in the current language. The server sends every sentence in English, with its code and parameters;
 * translations are a section of the messages.
 */

import type { CodedText } from '../net/types/http';
import { COLOURS } from '../rules';
import type { Params } from './fill';
import { coded, currentLanguage, list } from './messages.svelte';

/** A sentence of the rules, in English if the section is not loaded. */
export const ruleText = ({ code, text, params = {} }: CodedText): string =>
  coded(`rule.${code}`, text, readable(params));

/** The parameters as text: colours by their names, and several numbers as alternatives. */
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
