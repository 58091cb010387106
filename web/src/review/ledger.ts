/** Divides a round's result into luck, mistakes and the play of the other players. */

import type { Breakdown, ReviewedRound, Value } from '../net/types/review';
import type { PlainKey } from '../text/messages.svelte';
import { costOfMistake } from './judge';

/** The parts of a result as integers, in wins per 100 rounds. The rows add up to `end - start`. */
export interface Ledger {
  readonly start: number;
  readonly end: number;
  readonly luck: number;
  readonly errors: number;
  /** The gain of the plays that are no mistakes over simple play. */
  readonly own: number;
  /** The sum of the costs of all listed mistakes. In a game of several rounds, `errors` is its mean per round. */
  readonly all: number;
  readonly rows: readonly (readonly [PlainKey, number])[];
  /** True if the mistakes are in one row with the other players. */
  readonly merged: boolean;
  /** True if every round has a result. */
  readonly finished: boolean;
}

/** The maximum cost of mistakes, in wins per 100 rounds, that has a row of its own. */
const ALL = 100;

/**
 * Return the parts of the mean result. The costs of the mistakes are those in the list. If the same chance was missed
 * several times, the cost of missing it can exceed 100 wins per 100 rounds. In that case, it is combined in one row with
 * the luck of getting the chance again.
 */
export function ledgerOf(rounds: readonly ReviewedRound[]): Ledger {
  const known = rounds.filter(({ ledger }) => ledger);
  const ledgers = known.map(({ ledger }) => ledger!);
  const mean = (of: (ledger: Breakdown) => Value): number =>
    Math.round((100 * ledgers.reduce((sum, ledger) => sum + of(ledger).win, 0)) / ledgers.length);
  const [start, end] = [mean((each) => each.start), mean((each) => each.end)];
  const [deal, draws] = [mean((each) => each.deal), mean((each) => each.draws)];
  const mistakes = known.flatMap(({ decisions }) => decisions.filter(({ grade }) => grade));
  const all = mistakes.reduce((sum, decision) => sum + (costOfMistake(decision) ?? 0), 0);
  const errors = 0 - Math.round(all / ledgers.length);
  const own = mean((each) => each.play);
  const others = end - start - deal - draws - own - errors; // the remainder, so that the rounded parts add up
  const merged = -errors > ALL;
  const plays: Ledger['rows'] = own ? [[own < 0 ? 'review.slips' : 'review.part.play', own]] : [];
  const first: Ledger['rows'] = [['review.part.deal', deal], ['review.part.draw', draws], ...plays];
  const play: Ledger['rows'] = merged
    ? [['review.merged', others + errors]]
    : [
        ['review.part.others', others],
        ['review.part.errors', errors],
      ];
  const finished = ledgers.every((each) => each.finished);
  return { start, end, luck: deal + draws, errors, own, all, rows: [...first, ...play], merged, finished };
}
