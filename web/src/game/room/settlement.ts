/**
 * Payments between players at the end of a match. Only International has them; other rulesets
 * compare scores.
 */

export interface Payment {
  payer: number;
  payee: number;
  points: number;
}

/** The payments between every two seats: the lower total pays the difference to the higher one. */
export function settlement(ruleset: string, totals: readonly number[]): Payment[] {
  if (ruleset.split('+')[0] !== 'international') return [];
  return totals.flatMap((most, payee) =>
    totals.flatMap((least, payer) => (most > least ? [{ payer, payee, points: most - least }] : [])),
  );
}

/** The total of these payments for each seat. */
export function balances(payments: readonly Payment[], seats: number): number[] {
  const sum = (each: readonly Payment[]): number => each.reduce((all, { points }) => all + points, 0);
  return Array.from(
    { length: seats },
    (_, seat) =>
      sum(payments.filter(({ payee }) => payee === seat)) - sum(payments.filter(({ payer }) => payer === seat)),
  );
}
