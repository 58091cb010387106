/**
 * The rules of a table in the language of the page. The server sends every sentence in English, with
 * its code and parameters; the other languages are one chunk each, loaded when rules are read.
 */

import { COLOURS } from '../../rules';
import type { CodedText } from '../../net/types/http';
import { coded, list, currentLanguage } from './index.svelte';
import type { Language } from './languages';
import { fill, type Message, type Params } from './messages';
import { RULES } from './catalogues/rules';

let words = $state.raw<Readonly<Record<string, Message>> | null>(null);

/** Load the rules in that language; until they are there they are shown in English. */
export async function loadRulesText(language: Language): Promise<void> {
  const found = language === 'en' ? null : (await RULES[language]()).default;
  if (language === currentLanguage()) words = found;
}

/** A sentence about rules. */
export function ruleText({ code, text, params = {} }: CodedText): string {
  const message = words?.[code];
  return message === undefined ? text : fill(message, readable(params), currentLanguage());
}

/** The sentence with that code, which has no parameters; the fallback where it is in English. */
export const ruleTextOf = (code: string, text: string): string => ruleText({ code, text });

/** Parameters as they are read: colours by name, several numbers as a choice. */
function readable(params: Readonly<Record<string, number | readonly number[]>>): Params {
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
  new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(numbers.map(String));
