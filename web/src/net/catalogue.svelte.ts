/** The server's presets and levels of computer players. Each list is loaded on first use. */

import { untrack } from 'svelte';
import { readRuleset, titleOf } from '../text/ruleset';
import { api } from './api';
import type { LevelView, PresetView } from './types/http';
import { retry } from './retry';

const silently = (): void => {};

/** A list that is empty until it is loaded. */
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

/** The preset of a ruleset, once loaded. */
export const presetOf = (ruleset: string): PresetView | undefined =>
  presets().find(({ name }) => name === readRuleset(ruleset).preset);

/** The levels that are distinct in a game: those that play differently from the level below. */
export const levelsIn = (ruleset: string, seats: number): readonly LevelView[] =>
  levels().filter(({ name }) => !presetOf(ruleset)?.same_levels[name]?.includes(seats));

/** The level, or the lower level that plays in the same way in a game. */
export function levelIn(level: string, ruleset: string, seats: number): string {
  const own = levelsIn(ruleset, seats);
  const up = levels().findIndex(({ name }) => name === level);
  const same = levels()
    .slice(0, up + 1)
    .findLast((each) => own.includes(each));
  return same?.name ?? level;
}

/** The title of a ruleset's preset. */
export function presetTitle(ruleset: string): string {
  const { preset: name } = readRuleset(ruleset);
  return titleOf(presetOf(ruleset) ?? { name, title: name });
}
