/** The terms and opponents of a new table, and the changes that a user can make to them. */

import type { Terms, TermsView } from '../../net/types';
import type { Choice } from '../../device/choice';

/** New values for some of the terms. */
export type Change = Partial<Omit<TermsView, 'options'>>;

export const DAY = 24 * 3600 * 1000;
const SECONDS = [15, 30, 60, 90, 120, 180, 300];
/** The times per turn that the user can choose from, in milliseconds. Null means no limit. */
export const CLOCKS: readonly (number | null)[] = [
  null,
  ...SECONDS.map((seconds) => seconds * 1000),
  ...[1, 2, 3, 7].map((days) => days * DAY),
];
export const RESERVES = [0, 60_000, 120_000, 300_000, 600_000];
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
  const timed = terms.turn_ms !== null && !terms.by_days;
  const warns_only = timed && terms.warns_only;
  return {
    ...terms,
    title: terms.title.trim(),
    warns_only,
    reserve_ms: timed && !warns_only ? terms.reserve_ms : 0,
  };
}

/** Return the levels of the opponents requested in an address; by default, there are none. */
export function opponentsIn(search: URLSearchParams): string[] {
  const [count, level] = [Number(search.get('opponents')), search.get('level')];
  return level && count >= 1 && count <= 5 ? Array<string>(Math.floor(count)).fill(level) : [];
}

/**
 * Return the choice that the home page should offer after this game. It has the same rules and, if there are computer
 * players, the same number of them, at the level of the first.
 */
export function chosenIn(ruleset: string, name: string, computers: readonly string[]): Partial<Choice> {
  const rules = { preset: ruleset, name };
  return computers[0] ? { ...rules, level: computers[0], opponents: computers.length } : rules;
}
