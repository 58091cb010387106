/** The server's lists of presets and computer-player levels. Each list is loaded when it is first needed. */

import { untrack } from 'svelte';
import { readRuleset, titleOf } from '../text/ruleset';
import { api } from './api';
import type { LevelView, PresetView } from './types/http';
import { retry } from './retry';

const silently = (): void => {};

/** Return a function that returns the list. Its first call starts loading the list, which is empty until then. */
function listOf<T>(ask: () => Promise<readonly T[]>): () => readonly T[] {
  let found = $state.raw<readonly T[]>([]);
  let stop: (() => void) | undefined;
  const load = (): (() => void) => retry(ask, (all) => void (found = all), silently);
  return () => {
    stop ??= untrack(load);
    return found;
  };
}

export const presets = listOf<PresetView>(() => api.presets());
export const levels = listOf<LevelView>(() => api.levels());

/** Return the preset that a ruleset is based on, or undefined until the presets have been loaded. */
export const presetOf = (ruleset: string): PresetView | undefined =>
  presets().find(({ name }) => name === readRuleset(ruleset).preset);

/**
 * Return the levels that are distinct under these rules and with this number of seats: those that do not play exactly
 * like the next lower level.
 */
export const levelsIn = (ruleset: string, seats: number): readonly LevelView[] =>
  levels().filter(({ name }) => !presetOf(ruleset)?.same_levels[name]?.includes(seats));

/**
 * Return the distinct level that plays exactly like *level* under these rules and with this number of seats. This is
 * *level* itself or a lower level.
 */
export function levelIn(level: string, ruleset: string, seats: number): string {
  const own = levelsIn(ruleset, seats);
  const up = levels().findIndex(({ name }) => name === level);
  const same = levels()
    .slice(0, up + 1)
    .findLast((each) => own.includes(each));
  return same?.name ?? level;
}

/** Return the title of the preset that a ruleset is based on. */
export function presetTitle(ruleset: string): string {
  const { preset: name } = readRuleset(ruleset);
  return titleOf(presetOf(ruleset) ?? { name });
}

/** The numbers of players by house rules, once they have been loaded. */
let loaded = $state.raw<Readonly<Record<string, readonly number[]>>>({});
const requested = new Set<string>();

function load(ruleset: string): void {
  if (requested.has(ruleset)) return;
  requested.add(ruleset);
  retry(
    () => api.rules(ruleset),
    ({ players }) => void (loaded = { ...loaded, [ruleset]: players }),
    () => {},
  );
}

/**
 * Return the maximum number of opponents that the rules allow. House rules with fewer tiles may allow fewer opponents
 * than their preset, whose number is returned until they have been loaded.
 */
export function mostOpponents(ruleset: string): number {
  const isChanged = Object.keys(readRuleset(ruleset).changes).length > 0;
  if (isChanged) untrack(() => load(ruleset));
  const players = (isChanged && loaded[ruleset]) || presetOf(ruleset)?.players;
  return Math.max(...(players ?? [4])) - 1;
}
