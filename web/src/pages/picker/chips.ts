/** Creates short labels ("chips") for the differences between rulesets. */

import { coded } from '../../text/messages.svelte';
import type { OptionValue } from '../../text/ruleset';

type Options = Readonly<Record<string, OptionValue>>;
type Chip = readonly [option: string, value: OptionValue];

/** The options that are shown first, in this order. */
const FIRST = [
  'initial_meld.points',
  'joker.melds',
  'joker.group_of_three',
  'joker.reuse',
  'initial_meld',
  'direction',
];
/** Options that are shown for the base preset of a family even if they have the standard value. */
const ALWAYS = ['initial_meld.points', 'joker.melds'];

const rank = (option: string): number => {
  const place = FIRST.findIndex((start) => option.startsWith(start));
  return place < 0 ? FIRST.length : place;
};

/** Return whether an option needs no chip because it is a penalty of 0 tiles. */
const isHidden = ([option, value]: Chip): boolean => option.startsWith('penalty.') && value === 0;

/**
 * Return the options whose values differ from those in *compared*, with the most important ones first. Options listed
 * in *always* are included even if their values are equal.
 */
export function differences(options: Options, compared: Options, always: readonly string[] = []): Chip[] {
  return Object.entries(options)
    .filter(([option, value]) => (option in compared && compared[option] !== value) || always.includes(option))
    .filter((chip) => !isHidden(chip))
    .sort(([one], [other]) => rank(one) - rank(other));
}

/** Return the chips for a family's base preset, which show how it differs from the standard rules. */
export const signature = (options: Options, reference: Options): Chip[] => differences(options, reference, ALWAYS);

const LETTERS = 32; // the number of characters that fit on one row

/** Return the first two chips, or only the first one if they would not both fit on one row. */
export const visibleChips = ([first, second]: readonly string[]): string[] =>
  first === undefined
    ? []
    : second === undefined || first.length + second.length > LETTERS
      ? [first]
      : [first, second];

/** The text of a chip. */
export function chipText([option, value]: Chip): string {
  if (option === 'turn.seconds' && !value) return coded(`chip.${option}.none`, option);
  if (typeof value === 'number') return coded(`chip.${option}`, `${option} ${value}`, { n: value });
  return coded(`chip.${option}.${String(value)}`, String(value));
}
