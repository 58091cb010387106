/** Reads and writes rulesets as text: a preset name and house rules, such as `sabra+initial_meld.points=50`. */

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

/** Parse a ruleset. Parts that cannot be parsed are ignored. */
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

/** The effective changes: those that the preset supports and that differ from its value. */
export const changesOf = ({ changes }: Ruleset, { options }: PresetView): string[] =>
  Object.keys(changes).filter((name) => name in options && options[name] !== changes[name]);

/** Write a ruleset with its effective changes. */
export function rulesetText(rules: Ruleset, known?: PresetView): string {
  const names = known ? changesOf(rules, known) : Object.keys(rules.changes);
  return [rules.preset, ...names.map((name) => `${name}=${String(rules.changes[name])}`)].join('+');
}

/** All options with their values under the ruleset. */
export const optionsOf = ({ changes }: Ruleset, known: PresetView): Record<string, OptionValue> => ({
  ...known.options,
  ...changes,
});

/** The title of a preset: its name, or a description if it has one. */
export const titleOf = ({ name, title }: Pick<PresetView, 'name' | 'title'>): string =>
  coded(`title.${name}`, title);
