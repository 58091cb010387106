/** Describes the findings of a review as text. */

import { coded, currentLanguage, list, number, t } from '../text/messages.svelte';
import { split } from '../rules';
import { ownTurn } from '../rules/turns';
import { tilesShort, tileWord } from '../text/tiles';
import type { Decision, Fact, LeftTurn, Praise, ReviewedRound } from '../net/types/review';
import { costOfMistake, deedOf, exerciseOf, type Deed, type Verdict } from './judge';

/** Format a winning chance, such as `64 %`. */
export const percentText = (win: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 0 })
    .format(win)
    .replace('-', '\u2212');

/** From this cost in wins per hundred on, a text counts in tenths. */
export const TEN = 10;

/** Return the cost of a mistake as text: wins in ten or, if it is smaller, in a hundred. */
export function costText(percent: number): string {
  if (percent < 1) return t('review.costs.little');
  if (percent >= TEN) return t('review.costs.ten', { n: Math.round(percent / TEN) });
  return t('review.costs', { n: percent });
}

/** Return a short description of a turn in the past tense, or as advice. */
export const deedText = ({ code, n }: Deed, how: 'did' | 'do'): string =>
  coded(`review.${how}.${code}`, '', { n });

/** Format a score with its sign. */
export const scoreText = (score: number): string => `\u2066${number(score, 'exceptZero')}\u2069`;

/**
 * Return the title of a mistake. While the user can still find the better play, it does not say what was wrong. *other*
 * is the name of the player, or an empty string if it is the user.
 */
export function titleText(decision: Decision, known: boolean, other = ''): string {
  const { reason, wait } = decision;
  if (!known && exerciseOf(decision) && !wait) return t('review.find');
  return reason ? mistakeText(decision, other) : '';
}

function mistakeText({ reason, wait }: Decision, other: string): string {
  const values = { n: wait?.turns ?? reason!.count ?? 0, turns: wait?.turns ?? 1, name: other };
  return coded(`review.${other ? 'other' : 'mistake'}.${reason!.code}`, '', values);
}

/** The rounds in a hundred that one who waited won against players who laid at once, by the number of players. */
const WAITING_WINS: Record<number, number> = { 2: 98, 3: 93, 4: 69 };

/** The points a round that one who waited lost there, by the number of players. */
const WAITING_LOSSES: Record<number, number> = { 5: 52, 6: 58 };

/** With this number of players, a penalty for never opening can make waiting wrong. */
const PENALISED = 4;

/** Return why a wait of a player was right, or why it can cost something. Only what was measured for these rules is cited; see docs/waiting.md. */
export function waitText({ wait, grade }: Decision, seats: number): string {
  const loses = WAITING_LOSSES[seats];
  if (wait?.right === false && loses)
    return `${t('review.wait.loses', { seats, n: loses })} ${t('review.wait.why')}`;
  if (!wait?.right || grade) return t('review.wait.why');
  const penalty = t(seats < PENALISED ? 'review.wait.penalty.none' : 'review.wait.penalty');
  return `${t('review.wait.right', { seats, n: WAITING_WINS[seats] ?? 0 })} ${penalty}`;
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

/**
 * Return a fact about a mistake as a sentence. If only its measured chance is against a discard, this is the better
 * discard and what it wins.
 */
export function reasonFactText(fact: Fact, decision: Decision, names: readonly string[]): string {
  const { reason } = decision;
  if (fact.code !== 'measured' || reason?.code !== 'discard') return factText(fact, names);
  const cost = costOfMistake(decision) ?? 0;
  if (cost < 1) return '';
  const [n, of] = cost < TEN ? [cost, 100] : [Math.round(cost / TEN), 10];
  return t('review.fact.discard', { tile: tileWord(reason.tiles), n, of });
}

/** Describe a success of the player in a game with this many seats in a sentence. */
export const praiseText = ({ code, turn = 0, count = 0, of = 0 }: Praise, seats: number): string =>
  coded(code === 'sound' && count === of ? 'review.sound.all' : `review.well.${code}`, '', {
    turn: ownTurn(turn + 1, seats),
    n: count,
    of,
  });

/**
 * Return the reason why another play was better, including the tiles concerned. *other* is the name of the player, or an
 * empty string if it is the user.
 */
export function reasonText(decision: Decision, other = ''): string {
  const { reason } = decision;
  if (!reason) return '';
  const tiles = tilesShort(split(reason.tiles));
  if (!other) return coded(`review.reason.${reason.code}`, '', { tiles });
  return [mistakeText(decision, other), tiles].filter(Boolean).join(': ');
}

/**
 * Return a remark on a decision that is no mistake of the player, in a game with this many seats, because it was
 * advised or nothing was clearly lost.
 */
export function remarkText(decision: Decision, seats: number, other = ''): string {
  if (decision.advice) return t('review.advised', { better: betterText(decision) });
  if (!decision.wait) return reasonText(decision, other);
  const even = decision.wait.win === undefined ? '' : t('review.wait.even');
  const tiles = tilesShort(split(decision.reason!.tiles));
  const found = `${mistakeText(decision, other)}: ${tiles}.`;
  return [found, even, waitText(decision, seats)].filter(Boolean).join(' ');
}

/** Return the better play as advice, with its tiles. */
function betterText(decision: Decision): string {
  const { better = [], reason } = decision;
  const points = reason?.code.startsWith('open') ? reason.count : 0;
  const deed = deedOf(better, decision, points);
  const tiles = deed.tiles.filter((tile) => tile !== '?');
  return deedText(deed, 'do') + (tiles.length ? ` (${tilesShort(tiles)})` : '');
}

/** With fewer turns of the player than this, a game that ended early is too short to review. */
const TOO_FEW = 3;

/** Return the heading of a finished review without mistakes or remarks. */
export function noneText(rounds: readonly ReviewedRound[]): string {
  if (rounds.every(({ won }) => won !== null)) return t('review.none');
  const turns = rounds.flatMap(({ round, decisions }) => decisions.map(({ turn }) => `${round} ${turn}`));
  return t(new Set(turns).size < TOO_FEW ? 'review.none.few' : 'review.none.early');
}

/** Return the heading of what could have been played in the turn in which the game ended, if anything. */
export function leftText({ tiles, out }: LeftTurn): string {
  if (out) return t('review.left.out');
  return tiles ? t('review.left.lay') : '';
}

/** Return the task at the start of an exercise, with the required information. */
export function startText(decision: Decision): string {
  const way = exerciseOf(decision);
  if (decision.wait) return t('review.find.opening');
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
