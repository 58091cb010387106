/** The terms of a new table, which the user edits in a form. */

import type { Terms } from '../../net/types';
import type { Choice } from '../home/hero/choice';

export interface Form {
  name: string;
  length: '1' | '3' | '5' | 'endless' | 'target';
  target: number;
  /** The time per turn: the ruleset's own limit, no limit, a number of seconds, or a number of days, as in `d3`. */
  clock: string;
  /** In seconds. */
  reserve: number;
  flags: Record<Flag, boolean>;
}
export const FLAGS = ['private', 'hints', 'previews', 'chat', 'spectators'] as const;
export type Flag = (typeof FLAGS)[number];

/** Return the levels of the opponents requested in an address. By default, the opponent is an invited friend. */
export function opponentsIn(search: URLSearchParams): string[] {
  const [count, level] = [Number(search.get('opponents')), search.get('level')];
  return level && count >= 1 && count <= 3 ? Array<string>(Math.floor(count)).fill(level) : ['person'];
}

/** Return the opponents, replacing every unknown level with an invited friend. */
export function knownOpponents(opponents: readonly string[], levels: readonly { name: string }[]): string[] {
  return opponents.map((kind) => (levels.some(({ name }) => name === kind) ? kind : 'person'));
}

/**
 * Return the choice that the home page should offer after this game. It has the same rules and, if all opponents are
 * computer players, the same opponents.
 */
export function chosenIn(ruleset: string, name: string, opponents: readonly string[]): Partial<Choice> {
  const rules = { preset: ruleset, name };
  return opponents.includes('person') ? rules : { ...rules, level: opponents[0]!, opponents: opponents.length };
}

const DAY = 24 * 3600 * 1000;

export const isByDays = ({ clock }: Form): boolean => clock.startsWith('d');

/**
 * Return the time per turn in milliseconds, or null for no limit. *seconds* is the ruleset's own limit, where 0 means
 * no limit.
 */
export function turnTime({ clock }: Form, seconds: number): number | null {
  if (clock === 'rules') return seconds ? seconds * 1000 : null;
  if (clock === 'none') return null;
  return clock.startsWith('d') ? Number(clock.slice(1)) * DAY : Number(clock) * 1000;
}

/** Convert the form to the terms that the server expects. */
export function termsOf(form: Form, ruleset: string, seconds: number): Terms {
  const turn_ms = turnTime(form, seconds);
  const many = form.length === 'endless' || form.length === 'target';
  return {
    ruleset,
    title: form.name.trim(),
    rounds: many ? null : Number(form.length),
    target: form.length === 'target' ? form.target : null,
    turn_ms,
    reserve_ms: turn_ms && !isByDays(form) ? form.reserve * 1000 : 0,
    by_days: isByDays(form),
    ...form.flags,
  };
}
