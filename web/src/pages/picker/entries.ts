/** The rulesets that the user can choose from: all presets, and the user's own house rules. */

import type { PresetView } from '../../net/types/http';
import { coded, t } from '../../text/messages.svelte';
import { changesOf, optionsOf, readRuleset, rulesetText, titleOf } from '../../text/ruleset';
import { chipText, differences, signature } from './chips';
import { FAMILIES, REFERENCE, familyOf, type FamilyName } from './families';

/** Named house rules. */
export interface SavedRules {
  readonly name: string;
  /** The ruleset as text, such as `sabra+initial_meld.points=50`. */
  readonly ruleset: string;
}

export interface Entry {
  readonly family: FamilyName;
  /** The rules as text. */
  readonly ruleset: string;
  readonly title: string;
  /** An addition to the title that distinguishes editions, such as a year. */
  readonly edition: string;
  readonly about: string;
  /** Short labels for the differences from Sabra. */
  readonly chips: readonly string[];
  /** The house rules' name. Empty for a preset. */
  readonly name: string;
  /** The searched text. */
  readonly words: string;
}

/** Return all rulesets that the user can choose from, grouped by family. */
export function entriesOf(presets: readonly PresetView[], saved: readonly SavedRules[]): Entry[] {
  const own = saved.flatMap((each) => houseEntry(each, presets) ?? []);
  return FAMILIES.flatMap(({ name }) =>
    name === 'house'
      ? own
      : presets
          .filter((preset) => familyOf(preset.name).name === name)
          .sort((one, other) => placeOf(one.name) - placeOf(other.name))
          .map((preset) => presetEntry(preset, presets)),
  );
}

/** Return a preset's place in the list of its family. A preset without a family comes last. */
function placeOf(preset: string): number {
  const at = familyOf(preset).presets.indexOf(preset);
  return at < 0 ? Infinity : at;
}

/** Return the entry for a ruleset. House rules that are not stored here are called by their preset's name. */
export function entryOf(
  ruleset: string,
  presets: readonly PresetView[],
  saved: readonly SavedRules[],
): Entry | undefined {
  const own = saved.find((each) => each.ruleset === ruleset);
  const preset = presets.find(({ name }) => name === ruleset);
  if (preset) return presetEntry(preset, presets);
  return houseEntry(own ?? { name: '', ruleset }, presets);
}

function presetEntry(preset: PresetView, presets: readonly PresetView[]): Entry {
  const { name, options, source } = preset;
  const family = familyOf(name);
  const reference = presets.find((each) => each.name === REFERENCE)?.options ?? options;
  const alone = name === REFERENCE || family.presets.length === 1;
  const chips = (alone ? signature : differences)(options, reference).map(chipText);
  const title = titleOf(preset);
  const about = coded(`rule.about.${name}`, preset.about);
  const [, words = title, year = ''] = /^(.+?)\s+(\d{4})$/.exec(title) ?? [];
  return {
    family: family.name,
    ruleset: name,
    title: words,
    edition: year || (name === REFERENCE ? t('picker.usual') : ''),
    about,
    chips,
    name: '',
    words: [title, preset.title, about, preset.about, source, coded(`family.${family.name}`, ''), ...chips].join(
      ' ',
    ),
  };
}

function houseEntry({ name, ruleset }: SavedRules, presets: readonly PresetView[]): Entry | undefined {
  const rules = readRuleset(ruleset);
  const preset = presets.find((each) => each.name === rules.preset);
  if (!preset) return undefined;
  const title = titleOf(preset);
  const chips = differences(optionsOf(rules, preset), preset.options).map(chipText);
  const about = [title, t('house.changes', { n: changesOf(rules, preset).length })].join(' · ');
  return {
    family: 'house',
    ruleset: rulesetText(rules, preset),
    title: name || about,
    edition: '',
    about: name ? about : coded(`rule.about.${preset.name}`, preset.about),
    chips,
    name,
    words: [name, title, about, t('family.house'), ...chips].join(' '),
  };
}
