/** Rulesets as text: a preset's name and house rules, `sabra+initial_meld.points=50`. */

import type { PresetView } from '../net/types/http';
import { coded } from './messages.svelte';

export type OptionValue = number | boolean | string;

export interface Ruleset {
  preset: string;
  changes: Record<string, OptionValue>;
}

function valueOf(text: string): OptionValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

/** Read a ruleset; what cannot be read in it is left out. */
export function readRuleset(text: string): Ruleset {
  const [preset = '', ...changes] = text.trim().split('+');
  const pairs = changes.map((change) => change.split('=').map((part) => part.trim()));
  return {
    preset: preset.trim() || 'sabra',
    changes: Object.fromEntries(
      pairs.flatMap(([name, value]) => (name && value !== undefined ? [[name, valueOf(value)]] : [])),
    ),
  };
}

/** The changes that change something: not what the preset does not have, or has anyway. */
export const changesOf = ({ changes }: Ruleset, { options }: PresetView): string[] =>
  Object.keys(changes).filter((name) => name in options && options[name] !== changes[name]);

/** Write a ruleset with what it changes. */
export function rulesetText(rules: Ruleset, known?: PresetView): string {
  const names = known ? changesOf(rules, known) : Object.keys(rules.changes);
  return [rules.preset, ...names.map((name) => `${name}=${String(rules.changes[name])}`)].join('+');
}

/** Every option with its value under the ruleset. */
export const optionsOf = ({ changes }: Ruleset, known: PresetView): Record<string, OptionValue> => ({
  ...known.options,
  ...changes,
});

/** What a preset is called: by its name, or in words where it is described. */
export const titleOf = ({ name, title }: Pick<PresetView, 'name' | 'title'>): string =>
  coded(`title.${name}`, title);
