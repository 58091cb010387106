/** Rulesets as text: a preset's name and house rules, `sabra+initial_meld.points=50`. */

import type { OptionValue, Preset } from './api';

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

/** Write a ruleset; what is as the preset has it anyway is left out. */
export function rulesetText({ preset, changes }: Ruleset, known?: Preset): string {
  const changed = Object.entries(changes).filter(([name, value]) => known?.options[name] !== value);
  return [preset, ...changed.map(([name, value]) => `${name}=${String(value)}`)].join('+');
}

/** Every option with its value under the ruleset. */
export const optionsOf = ({ changes }: Ruleset, known: Preset): Record<string, OptionValue> => ({
  ...known.options,
  ...changes,
});
