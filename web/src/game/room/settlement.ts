/** Payments at the end of a match. Only International has them; other rulesets compare scores. */

export interface Payment {
  payer: number;
  payee: number;
  points: number;
}

/** The difference of the totals of every two seats, paid by the lower one. */
export function settlement(ruleset: string, totals: readonly number[]): Payment[] {
  if (ruleset.split('+')[0] !== 'international') return [];
  return totals.flatMap((most, payee) =>
    totals.flatMap((least, payer) => (most > least ? [{ payer, payee, points: most - least }] : [])),
  );
}
