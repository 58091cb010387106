/**
 * The rules of a table in the language shown. The server says every sentence in English, with its
 * code and parameters; the other languages are one chunk each, loaded when rules are read.
 */

import { COLOURS } from '../../rules';
import type { CodedText } from '../../net/types/http';
import { coded, list, shown } from './index.svelte';
import type { Language } from './languages';
import { fill, type Message, type Params } from './messages';
import { RULES } from './catalogues/rules';

let words = $state.raw<Readonly<Record<string, Message>> | null>(null);

/** Load the rules in that language; until they are there they are told in English. */
export async function speakRules(language: Language): Promise<void> {
  const found = language === 'en' ? null : (await RULES[language]()).default;
  if (language === shown()) words = found;
}

/** A sentence about rules. */
export function said({ code, text, params = {} }: CodedText): string {
  const message = words?.[code];
  return message === undefined ? text : fill(message, told(params), shown());
}

/** The sentence with that code, which has no parameters; the fallback where it is in English. */
export const saidOf = (code: string, text: string): string => said({ code, text });

/** Parameters as they are filled in: colours by name, of several numbers one. */
function told(params: Readonly<Record<string, number | readonly number[]>>): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value !== 'number') return [name, eitherOf(value)];
      return [name, name === 'colours' ? coloursOf(value) : value];
    }),
  );
}

const coloursOf = (many: number): string =>
  list([...COLOURS.slice(0, many)].map((letter) => coded('colour', letter, {}, letter)));

const eitherOf = (numbers: readonly number[]): string =>
  new Intl.ListFormat(shown(), { type: 'disjunction' }).format(numbers.map(String));
