/** Types for reviews, which supplement the types in net/types. */

import type { Decision, Review } from '../net/types/review';
import { costOfMistake } from './judge';

export type Depth = Review['depth'];

/** The source of a review: a game on the server, or the text of a record. */
export type Source = { readonly game: string } | { readonly record: string };

/** A decision, together with the round when it was made. */
export interface Mark {
  readonly round: number;
  readonly decision: Decision;
}

const decisionsOf = (review: Review | null): Mark[] =>
  review?.seats[0]?.rounds.flatMap(({ round, decisions }) => decisions.map((decision) => ({ round, decision }))) ??
  [];

/** Return the mistakes, in order. */
export const mistakesOf = (review: Review | null): Mark[] =>
  decisionsOf(review).filter(({ decision }) => decision.grade);

const withoutCost = ({ win: _, ...wait }: NonNullable<Decision['wait']>): NonNullable<Decision['wait']> => wait;

/** Return a mistake without figures, which are only known once the review has ended. */
export function withoutFigures({ round, decision }: Mark): Mark {
  const { error: _, reason, wait, ...rest } = decision;
  const facts = reason?.facts.filter(({ code }) => code !== 'measured') ?? [];
  return {
    round,
    decision: {
      ...rest,
      ...(reason && { reason: { ...reason, facts } }),
      ...(wait && { wait: withoutCost(wait) }),
    },
  };
}

/** Advice that cost fewer wins per hundred than this is not mentioned. */
const CLEAR = 5;

const wasGoodAdvice = (decision: Decision): boolean =>
  Boolean(decision.advice) && (costOfMistake(decision) ?? CLEAR) < CLEAR;

/** Return the decisions with a remark that are no mistakes, in order. */
export const remarksOf = (review: Review | null): Mark[] =>
  decisionsOf(review).filter(({ decision }) => decision.reason && !decision.grade && !wasGoodAdvice(decision));

export const SIGNS = { '': '·', inaccuracy: '?!', mistake: '?', blunder: '??' } as const;
