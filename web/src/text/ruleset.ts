/**
 * Reads and writes rulesets as text, which consists of a preset's name and any house rules, such as
 * `sabra+initial_meld.points=50`.
 */

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

/** Return the names of the changed options that matter because the preset has this option with a different value. */
export const changesOf = ({ changes }: Ruleset, { options }: PresetView): string[] =>
  Object.keys(changes).filter((name) => name in options && options[name] !== changes[name]);

/** Write a ruleset as text. If its preset is known, changes without effect are left out. */
export function rulesetText(rules: Ruleset, known?: PresetView): string {
  const names = known ? changesOf(rules, known) : Object.keys(rules.changes);
  return [rules.preset, ...names.map((name) => `${name}=${String(rules.changes[name])}`)].join('+');
}

/** Return the value of every option under the ruleset. */
export const optionsOf = ({ changes }: Ruleset, known: PresetView): Record<string, OptionValue> => ({
  ...known.options,
  ...changes,
});

/** Return the title of a preset in the current language. Until *title* is known, it is made from the name. */
export const titleOf = ({ name, title }: { readonly name: string; readonly title?: string }): string =>
  coded(
    `title.${name}`,
    title ??
      coded(
        `family.${name}`,
        name.replace(/-/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      ),
  );
