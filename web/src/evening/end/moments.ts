/** Remarkable facts about an evening, for its end. */

import type { ScoreAnswer } from '../../net/types/http';
import type { Evening } from '../evening';

export interface Moments {
  /** The best score of a round. Rounds count from 1. */
  readonly best: { readonly seat: number; readonly round: number; readonly points: number };
  /** The shortest round, or null if the times are unknown. */
  readonly shortest: { readonly round: number; readonly minutes: number } | null;
}

/** A round that took less is not a round, but one that was entered late. */
const LEAST = 60_000;

/** Return the moments of an evening, or null if it has no counted round. */
export function momentsOf({ counts, began }: Evening, score: ScoreAnswer): Moments | null {
  const sign = score.low_wins ? -1 : 1;
  const all = score.scored.flatMap(({ scores }, round) =>
    scores.map((points, seat) => ({ seat, round: round + 1, points })),
  );
  if (!all.length) return null;
  const best = all.reduce((one, other) => (sign * other.points > sign * one.points ? other : one));
  const times = counts.map(({ at }, i) => at - (i ? counts[i - 1]!.at : began));
  const known = times.map((ms, i) => ({ round: i + 1, ms })).filter(({ ms }) => ms >= LEAST);
  const short = known.length > 1 ? known.reduce((one, other) => (other.ms < one.ms ? other : one)) : null;
  return { best, shortest: short && { round: short.round, minutes: Math.round(short.ms / 60_000) } };
}

/** Return the seats by rank, the winner first. */
export function ranked({ totals, low_wins }: ScoreAnswer): number[] {
  const sign = low_wins ? 1 : -1;
  return totals.map((_, seat) => seat).sort((a, b) => sign * (totals[a]! - totals[b]!));
}
