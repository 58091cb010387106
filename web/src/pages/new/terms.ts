/** The terms and opponents of a new table, and the changes that a user can make to them. */

import type { Terms, TermsView } from '../../net/types';
import type { Choice } from '../../device/choice';
import { UNTIMED, type TimeControl } from '../../rules/time_control';

/** New values for some of the terms. */
export type Change = Partial<Omit<TermsView, 'options'>>;

export const DAY = 24 * 3600 * 1000;
/** The times per turn that the user can choose from, in milliseconds. */
export const TURNS = [15, 30, 60, 90, 120, 180, 300].map((seconds) => seconds * 1000);
export const DAYS = [1, 2, 3, 7].map((days) => days * DAY);
/** The numbers of rounds that the user can choose from. Null means that the match has no fixed length. */
export const LENGTHS: readonly (number | null)[] = [1, 3, 5, null];

/** Return the default terms of a new table. */
export const newTerms = (ruleset: string, title: string): TermsView => ({
  ruleset,
  options: {},
  title,
  rounds: 1,
  target: null,
  turn_ms: null,
  reserve_ms: 0,
  increment_ms: 0,
  bronstein_ms: 0,
  by_days: false,
  warns_only: false,
  private: true,
  hints: true,
  previews: true,
  chat: true,
  spectators: true,
});

/** Return the terms in the form that the server expects. */
export function termsOf({ options: _, ...terms }: TermsView): Terms {
  const control = terms.by_days ? { ...UNTIMED, turn_ms: terms.turn_ms } : controlIn(terms);
  return { ...terms, ...control, title: terms.title.trim() };
}

/** Return the time control of a table. */
export const controlIn = ({
  turn_ms,
  reserve_ms,
  increment_ms,
  bronstein_ms,
  warns_only,
}: Omit<TermsView, 'options'>): TimeControl => ({ turn_ms, reserve_ms, increment_ms, bronstein_ms, warns_only });

/** Return the levels of the opponents requested in an address; by default, it is empty. */
export function opponentsIn(search: URLSearchParams): string[] {
  const [count, level] = [Number(search.get('opponents')), search.get('level')];
  return level && count >= 1 && count <= 5 ? Array<string>(Math.floor(count)).fill(level) : [];
}

/**
 * Return the choice that the home page should offer after this game. It has the same rules and, if there are
 * computer players, the same number of computer players, at the level of the first.
 */
export function chosenIn(ruleset: string, name: string, computers: readonly string[]): Partial<Choice> {
  const rules = { preset: ruleset, name };
  return computers[0] ? { ...rules, level: computers[0], opponents: computers.length } : rules;
}
