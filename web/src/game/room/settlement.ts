/**
 * The payments that players owe each other at the end of a match. Only International has payments; in other rulesets,
 * scores are just compared.
 */

export interface Payment {
  payer: number;
  payee: number;
  points: number;
}

/** Return the payment between each pair of seats: the seat with the lower total pays the difference to the other. */
export function settlement(ruleset: string, totals: readonly number[]): Payment[] {
  if (ruleset.split('+')[0] !== 'international') return [];
  return totals.flatMap((most, payee) =>
    totals.flatMap((least, payer) => (most > least ? [{ payer, payee, points: most - least }] : [])),
  );
}

/** Return the sum of the payments to and from each seat. */
export function balances(payments: readonly Payment[], seats: number): number[] {
  const sum = (each: readonly Payment[]): number => each.reduce((all, { points }) => all + points, 0);
  return Array.from(
    { length: seats },
    (_, seat) =>
      sum(payments.filter(({ payee }) => payee === seat)) - sum(payments.filter(({ payer }) => payer === seat)),
  );
}
