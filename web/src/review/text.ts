/** Describes the findings of a review as text. */

import { coded, currentLanguage, list, number, t } from '../text/messages.svelte';
import { split } from '../rules';
import { ownTurn } from '../rules/turns';
import { tilesShort, tileWord } from '../text/tiles';
import type { Decision, Fact, Praise } from '../net/types/review';
import { exerciseOf, type Deed, type Verdict } from './judge';

/** Format a winning chance, such as `64 %`. */
export const percentText = (win: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 0 })
    .format(win)
    .replace('-', '\u2212');

/** Return the cost of a mistake as text: wins in a hundred, as everywhere in the review. */
export function costText(percent: number): string {
  if (percent < 1) return t('review.costs.little');
  return t('review.costs', { n: percent });
}

/** Return a short description of a turn in the past tense, or as advice. */
export const deedText = ({ code, n }: Deed, how: 'did' | 'do'): string =>
  coded(`review.${how}.${code}`, '', { n });

/** Format a score with its sign. */
export const scoreText = (score: number): string => `\u2066${number(score, 'exceptZero')}\u2069`;

/** Return the title of a mistake. While the user can still find the better play, it does not say what was wrong. */
export function titleText(decision: Decision, known: boolean): string {
  const { reason } = decision;
  if (!known && exerciseOf(decision)) return t('review.find');
  return reason ? coded(`review.mistake.${reason.code}`, '', { n: reason.count ?? 0 }) : '';
}

/** Return a fact in favour of the better play as a sentence. */
export const factText = (fact: Fact, names: readonly string[]): string =>
  coded(`review.fact.${fact.code}`, '', {
    n: fact.count ?? 0,
    mine: fact.instead ?? 0,
    name: names[fact.seat ?? 0] ?? '',
    tiles: tilesShort(split(fact.tiles ?? '')),
    draws: list((fact.draws ?? []).map(([tile, chance]) => `${tileWord(tile)} (${percentText(chance)})`)),
  });

/** Describe a success of the player in a game with this many seats in a sentence. */
export const praiseText = ({ code, turn = 0, count = 0, of = 0 }: Praise, seats: number): string =>
  coded(`review.well.${code}`, '', { turn: ownTurn(turn + 1, seats), n: count, of });

/** Return the reason why another play was better, including the tiles concerned. */
export const reasonText = ({ reason }: Decision): string =>
  reason ? coded(`review.reason.${reason.code}`, '', { tiles: tilesShort(split(reason.tiles)) }) : '';

/** Return a remark on a decision that is no mistake of the player, because it was advised or nothing was lost. */
export const remarkText = (decision: Decision): string =>
  decision.advice ? t('review.advised', { reason: reasonText(decision) }) : reasonText(decision);

/** Return the task at the start of an exercise, with the required information. */
export function startText(decision: Decision): string {
  const way = exerciseOf(decision);
  if (way === 'discard') return t('review.pick');
  const opened = t(decision.position?.opened ? 'review.opened' : 'review.unopened');
  return `${t(way === 'take' ? 'review.draw' : 'review.lay')} ${opened}`;
}

/** Describe a try that is not good by its cost or, if that was not measured, by the reason for the better play. */
export function failedText({ reason }: Decision, verdict: Exclude<Verdict, 'good'>, cost: number | null): string {
  if (verdict === 'unknown') return t('review.unknown');
  if (cost !== null)
    return t(verdict === 'part' ? 'review.worse.part' : 'review.worse.cost', { cost: costText(cost) });
  const wins = reason?.facts.find(({ code }) => code === 'goes_out');
  return wins ? `${t('review.worse')} ${factText(wins, [])}` : t('review.worse');
}
