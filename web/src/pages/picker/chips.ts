/** What differs between rules, in a few words each; taken from their options. */

import { coded } from '../../text/messages.svelte';
import type { OptionValue } from '../../text/ruleset';

type Options = Readonly<Record<string, OptionValue>>;
type Chip = readonly [option: string, value: OptionValue];

/** What players ask about first. */
const FIRST = [
  'initial_meld.points',
  'joker.melds',
  'joker.group_of_three',
  'joker.reuse',
  'initial_meld',
  'direction',
];
/** What is said of the base of a family, even if it is as usual. */
const ALWAYS = ['initial_meld.points', 'joker.melds'];

const rank = (option: string): number => {
  const place = FIRST.findIndex((start) => option.startsWith(start));
  return place < 0 ? FIRST.length : place;
};

/** Whether there is nothing to say: a penalty of no tiles is none. */
const silent = ([option, value]: Chip): boolean => option.startsWith('penalty.') && value === 0;

/** The options with another value than those compared with, the most important first. */
export function differences(options: Options, compared: Options, always: readonly string[] = []): Chip[] {
  return Object.entries(options)
    .filter(([option, value]) => (option in compared && compared[option] !== value) || always.includes(option))
    .filter((chip) => !silent(chip))
    .sort(([one], [other]) => rank(one) - rank(other));
}

/** What there is to say of the base of a family, compared with the game in most boxes. */
export const signature = (options: Options, reference: Options): Chip[] => differences(options, reference, ALWAYS);

const LETTERS = 32; // so many letters of two chips stand beside each other

/** What is shown of the chips: two at most, and one alone if they would not stand in one row. */
export const fewest = ([first, second]: readonly string[]): string[] =>
  first === undefined
    ? []
    : second === undefined || first.length + second.length > LETTERS
      ? [first]
      : [first, second];

/** The value of an option in a few words. */
export function chipText([option, value]: Chip): string {
  if (option === 'turn.seconds' && !value) return coded(`chip.${option}.none`, option);
  if (typeof value === 'number') return coded(`chip.${option}`, `${option} ${value}`, { n: value });
  return coded(`chip.${option}.${String(value)}`, String(value));
}
