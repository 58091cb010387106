/** Divides the result of the reviewed rounds into luck, mistakes and the play of the other players. */

import type { Breakdown, Value } from '../net/types/review';
import type { PlainKey } from '../text/messages.svelte';

/** The parts of a result as whole wins per 100 rounds. The rows add up to `end - start`. */
export interface Ledger {
  readonly start: number;
  readonly end: number;
  readonly luck: number;
  readonly errors: number;
  readonly rows: readonly (readonly [PlainKey, number])[];
  /** True if the mistakes are in one row with the other players. */
  readonly merged: boolean;
}

/** A change by the other players above this is too rough for a figure: the estimate before it missed the turn. */
export const ROUGH = 50;

/** The maximum number of wins per 100 rounds that a row can show. */
const ALL = 100;

/**
 * Return the parts of the mean result. If the same chance was missed several times, the cost of missing it and the
 * luck of getting it again can each exceed 100 wins per 100 rounds. In that case, both are combined in one row.
 */
export function ledgerOf(ledgers: readonly Breakdown[]): Ledger {
  const mean = (of: (ledger: Breakdown) => Value): number =>
    Math.round((100 * ledgers.reduce((sum, ledger) => sum + of(ledger).win, 0)) / ledgers.length);
  const [start, end] = [mean((each) => each.start), mean((each) => each.end)];
  const [deal, draws] = [mean((each) => each.deal), mean((each) => each.draws)];
  const errors = mean((each) => each.skill);
  const others = end - start - deal - draws - errors; // the remainder, so that the rounded parts add up
  const merged = Math.abs(errors) > ALL || Math.abs(others) > ALL;
  const luck: Ledger['rows'] = [
    ['review.part.deal', deal],
    ['review.part.draw', draws],
  ];
  const play: Ledger['rows'] = merged
    ? [['review.part.play', others + errors]]
    : [
        ['review.part.others', others],
        ['review.part.errors', errors],
      ];
  return { start, end, luck: deal + draws, errors, rows: [...luck, ...play], merged };
}
