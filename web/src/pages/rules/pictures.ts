/** Assigns tile pictures to sentences in the rules, and examples to sections of the rules. */

import type { RuleExample, SectionView } from '../../net/types/http';

/** Tiles that illustrate a sentence, in notation, by sentence code. `/` separates several pictures. */
const PICTURES: Readonly<Record<string, string>> = {
  'meld.kinds': 'k7 r7 b7 / b4 b5 b6 b7',
  'option.run.one_high.false': 'o1 o2 o3',
  'option.run.one_high.true': 'o1 o2 o3 / r12 r13 r1',
  'meld.joker': 'r5 *r6 r7 / k9 *9 o9',
  'deal.set': 'k1 r5 b9 o13 *',
  'deal.pool': '? ? ?',
  'deal.trump': 'o8',
  'deal.free': 'k3 r9 b12 o4',
  'table.extended': 'b5 b6 b7 b8',
  'option.initial_meld.jokers.true': 'k13 r13 *13',
  'option.joker.melds.locked': 'b5 b6 *b7 b8',
  'option.joker.melds.open': 'b5 b6 *b7 / b8 b9 b10',
  'option.joker.melds.free': 'b5 b6 *b7 / *b4 b5 b6',
  'jokers.extended': 'b5 b6 *b7 b8',
  'option.joker.group_of_three.any': 'k5 r5 *5 / k5 r5 b5',
  'option.joker.group_of_three.all': 'k5 r5 *5 / k5 r5 b5 o5',
  'option.joker.reuse.new_meld': '*k5 k6 k7',
  'option.joker.reuse.new_meld_with_rack': 'k3 k4 *k5',
  'option.joker.reuse.rack_only': 'k3 k4 *k5',
  'option.trump_bonus.true': 'o8 / o8',
};

/** Return the notation of a sentence's picture, or an empty string if it has no picture. */
export const pictureOf = (code: string): string => PICTURES[code] ?? '';

/** Return the anchor that addresses use to refer to a section. */
export const anchor = (section: SectionView): string => section.heading.code.replace('part.', '');

/** The section that shows each example. */
const PARTS: Readonly<Record<string, string>> = {
  'example.opening': 'part.first_melds',
  'example.first-melds': 'part.first_melds',
  'example.rearranging': 'part.table',
  'example.adding': 'part.table',
  'example.free-tiles': 'part.table',
  'example.last-tile': 'part.end',
  'example.joker-meld': 'part.jokers',
  'example.joker-replaced': 'part.jokers',
  'example.joker-from-table': 'part.jokers',
  'example.joker-group': 'part.jokers',
  'example.foot': 'part.score',
};

/** Return the examples shown in a section, grouped by their starting positions. */
export function examplesIn(section: SectionView, examples: readonly RuleExample[]): RuleExample[][] {
  return positions(examples.filter(({ title }) => PARTS[title.code] === section.heading.code));
}

/** Return the examples that no section shows. */
export function otherExamples(
  sections: readonly SectionView[],
  examples: readonly RuleExample[],
): RuleExample[][] {
  const there = new Set(sections.map(({ heading }) => heading.code));
  return positions(examples.filter(({ title }) => !there.has(PARTS[title.code] ?? '')));
}

function positions(examples: readonly RuleExample[]): RuleExample[][] {
  const codes = [...new Set(examples.map((example) => example.title.code))];
  return codes.map((code) => examples.filter((example) => example.title.code === code));
}
