/** Types for reviews, which supplement the types in net/types. */

import type { Replay } from '../net/types/http';
import type { Decision, Review } from '../net/types/review';

export type Depth = Review['depth'];

/** The game being reviewed, as provided by the page that shows it. */
export interface Game {
  readonly replay: Replay;
  readonly player: {
    readonly frames: readonly { readonly round: number; readonly turn: number }[];
    readonly at: number;
    go(to: number, how?: { push?: boolean }): void;
  };
  readonly id: string;
}

/** The source of a review: a game on the server, or the text of a record. */
export type Source = { readonly game: string } | { readonly record: string };

/** A decision, together with the round when it was made. */
export interface Mark {
  readonly round: number;
  readonly decision: Decision;
}

/** Return the decisions that had a better alternative, in order. */
export const marksOf = (review: Review | null): Mark[] =>
  review?.seats[0]?.rounds.flatMap(({ round, decisions }) =>
    decisions.filter(({ reason }) => reason).map((decision) => ({ round, decision })),
  ) ?? [];

export const SIGNS = { '': '·', inaccuracy: '?!', mistake: '?', blunder: '??' } as const;
