/** Describes the terms of a table in the current language. */

import type { TermsView } from '../net/types';
import type { TimeControl } from '../rules/time_control';
import { t } from './messages.svelte';
import { readRuleset, titleOf } from './ruleset';

const [SECOND, DAY] = [1000, 24 * 3600 * 1000];

/** Return a time limit, such as `30 seconds`, `2 minutes` or `3 days`. */
export function limitText(ms: number): string {
  const seconds = Math.round(ms / SECOND);
  if (ms >= DAY) return t('new.clock.days', { n: Math.round(ms / DAY) });
  return seconds % 60 ? t('new.clock.seconds', { n: seconds }) : t('new.clock.minutes', { n: seconds / 60 });
}

/** Return the fixed time per turn or, without one, the total time for all turns. */
export function turnText({ turn_ms, reserve_ms }: Pick<TimeControl, 'turn_ms' | 'reserve_ms'>): string {
  if (turn_ms !== null) return t('terms.clock.turn', { time: limitText(turn_ms) });
  return reserve_ms ? t('terms.clock.match', { time: limitText(reserve_ms) }) : t('terms.clock.none');
}

type Length = Pick<TermsView, 'rounds' | 'target'>;

/** Return the length of the match. */
export function lengthText({ rounds, target }: Length): string {
  if (target !== null) return t('terms.target', { n: target });
  return rounds === null ? t('new.rounds.endless') : t('new.rounds.n', { n: rounds });
}

/** Return the way to win the match. */
export function winText({ rounds, target }: Length): string {
  if (target !== null) return t('terms.target.about');
  return t(rounds === null ? 'terms.endless.about' : rounds === 1 ? 'terms.round.about' : 'terms.rounds.about');
}

/** The settings of a table that are either on or off. */
export const FLAGS = ['private', 'hints', 'previews', 'chat', 'spectators'] as const;

/** Return the most important other settings, in a sentence. */
export const settingsText = (terms: TermsView): string =>
  [
    t(terms.hints ? 'room.terms.hints' : 'room.terms.nohints'),
    ...(terms.private ? [t('room.private')] : []),
    ...(terms.chat ? [] : [t('terms.nochat')]),
  ].join(' · ');

/** Return the parts whose texts differ between two versions of a table's terms. */
export const changedParts = (before: TermsView, after: TermsView): ('rules' | 'clock' | 'length' | 'settings')[] =>
  (['rules', 'clock', 'length', 'settings'] as const).filter((part) => PARTS[part](before) !== PARTS[part](after));

const PARTS = {
  rules: ({ ruleset }: TermsView): string => ruleset,
  clock: ({ turn_ms, reserve_ms, increment_ms, bronstein_ms, by_days, warns_only }: TermsView): string =>
    [turn_ms, reserve_ms, increment_ms, bronstein_ms, by_days, warns_only].join(),
  length: lengthText,
  settings: (terms: TermsView): string => FLAGS.filter((flag) => terms[flag]).join(' '),
};

function rulesName(ruleset: string): string {
  const { preset: name, changes } = readRuleset(ruleset);
  const title = titleOf({ name });
  return Object.keys(changes).length ? t('terms.rules.own', { title }) : title;
}

/**
 * A part of the terms that a player changes with a single control, the message about the change, and the new value.
 */
export type TermsChange = readonly [
  message: `changed.${'rules' | 'clock' | 'length' | 'settings'}`,
  value: string,
];

/** Return the time per turn after a change. If only the fixed time has been removed, there may still be a reserve. */
const changedTurn = (turn_ms: number | null, reserve_ms: number | undefined): string =>
  turn_ms === null && reserve_ms === undefined
    ? t('new.clock.unfixed')
    : turnText({ turn_ms, reserve_ms: reserve_ms ?? 0 });

/** Return the parts of the terms that a change affected, with their new values. */
export function changesIn(terms: Partial<TermsView>): TermsChange[] {
  const { ruleset, turn_ms, reserve_ms, increment_ms, bronstein_ms, warns_only, rounds, target } = terms;
  // a table has either an increment or a delay: if only one field has changed, the table had neither before
  const isKept = !increment_ms && !bronstein_ms && (increment_ms === 0 || bronstein_ms === 0);
  const clock = [
    ...(turn_ms === undefined ? [] : [changedTurn(turn_ms, reserve_ms)]),
    ...(warns_only === undefined ? [] : [t(warns_only ? 'terms.clock.warns' : 'terms.clock.ends')]),
    ...(reserve_ms && turn_ms !== null ? [t('terms.clock.reserve', { time: limitText(reserve_ms) })] : []),
    ...(reserve_ms === 0 && turn_ms === undefined ? [t('new.reserve.none')] : []),
    ...(increment_ms ? [t('terms.clock.increment', { time: limitText(increment_ms) })] : []),
    ...(bronstein_ms ? [t('terms.clock.bronstein', { time: limitText(bronstein_ms) })] : []),
    ...(isKept ? [t('terms.clock.kept')] : []),
  ];
  const length = { rounds: rounds ?? null, target: target ?? null };
  return [
    ...(ruleset === undefined ? [] : [['changed.rules', rulesName(ruleset)] as const]),
    ...(clock.length ? [['changed.clock', clock.join(', ')] as const] : []),
    ...(rounds === undefined && target === undefined ? [] : [['changed.length', lengthText(length)] as const]),
    ...(FLAGS.some((flag) => terms[flag] !== undefined) ? [['changed.settings', ''] as const] : []),
  ];
}
