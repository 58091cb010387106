/**
 * The rules of a table in the language shown. The server says every sentence in English, with its
 * code and parameters; the other languages are one chunk each, loaded when rules are read.
 */

import { COLOURS } from '../../../rules';
import type { Said } from '../../../net/api';
import { list, shown, t, type Key } from '../index.svelte';
import type { Language } from '../languages';
import { fill, type Message, type Params } from '../messages';
import type { RuleCode } from './codes';

export type Words = Readonly<Record<RuleCode, Message>>;

const catalogues: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ default: Words }>>> = {
  de: () => import('./de'),
  nl: () => import('./nl'),
  fr: () => import('./fr'),
  es: () => import('./es'),
  tr: () => import('./tr'),
  he: () => import('./he'),
};

let words = $state.raw<Words | null>(null);

/** Load the rules in that language; until they are there they are told in English. */
export async function speakRules(language: Language): Promise<void> {
  const found = language === 'en' ? null : (await catalogues[language]()).default;
  if (language === shown()) words = found;
}

/** A sentence about rules. */
export function said({ code, text, params = {} }: Said): string {
  const message = words?.[code as RuleCode];
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
  list([...COLOURS.slice(0, many)].map((letter) => t(`colour.${letter}` as Key)));

const eitherOf = (numbers: readonly number[]): string =>
  new Intl.ListFormat(shown(), { type: 'disjunction' }).format(numbers.map(String));
