/** A review as the server sends it; docs/review.md describes the form. */

import type { StepView } from '../net/types';
import type { Replay } from '../net/types/http';

/** A mean with the ends of its interval; an end that is not known is null. */
export type Estimate = readonly [number, number | null, number | null];

export interface Worth {
  readonly win: number;
  readonly points: number;
}

export interface Option {
  readonly actions: readonly string[];
  readonly tiles: string;
  readonly win: Estimate;
  readonly points: Estimate;
  readonly n: number;
}

export interface Position {
  readonly table: string;
  readonly rack: string;
  readonly opened: boolean;
  /** The table after what was better. */
  readonly after: string;
  /** The way there, where it is more than one step. */
  readonly steps?: readonly StepView[];
}

export interface Decision {
  readonly turn: number;
  readonly actions: readonly string[];
  readonly grade: '' | 'inaccuracy' | 'mistake' | 'blunder';
  readonly reason?: { readonly code: string; readonly tiles: string };
  readonly better?: readonly string[];
  readonly position?: Position;
  readonly chosen?: Option;
  readonly reference?: Option;
  readonly best?: Option;
  readonly error?: { readonly win: Estimate; readonly points: Estimate };
  readonly options?: readonly Option[];
}

export interface Ledger extends Readonly<
  Record<'start' | 'end' | 'deal' | 'draws' | 'others' | 'skill' | 'error' | 'bonus' | 'luck', Worth>
> {
  readonly finished: boolean;
  readonly adjusted: number;
}

export interface ReviewedRound {
  readonly round: number;
  readonly won: boolean | null;
  readonly points: number | null;
  readonly ledger?: Ledger;
  readonly decisions: readonly Decision[];
}

export interface Review {
  readonly v: 2;
  readonly rules: string;
  readonly depth: Depth;
  readonly seats: readonly {
    readonly seat: number;
    readonly complete: boolean;
    readonly n: number;
    readonly rounds: readonly ReviewedRound[];
  }[];
}

export type Depth = 'certain' | 'quick' | 'deep';

/** The game that is reviewed: what a review needs of the page that shows it. */
export interface Game {
  readonly replay: Replay;
  readonly player: {
    readonly frames: readonly { readonly round: number; readonly turn: number }[];
    readonly at: number;
    go(to: number, how?: { push?: boolean }): void;
  };
  readonly id: string;
}

/** What the review is of: a game of the server, or the text of a record. */
export type Source = { readonly game: string } | { readonly record: string };

/** A decision with the round it belongs to. */
export interface Mark {
  readonly round: number;
  readonly decision: Decision;
}

/** The decisions of a review at which something was better, in order. */
export const marksOf = (review: Review | null): Mark[] =>
  review?.seats[0]?.rounds.flatMap(({ round, decisions }) =>
    decisions.filter(({ reason }) => reason).map((decision) => ({ round, decision })),
  ) ?? [];

export const SIGNS = { '': '·', inaccuracy: '?!', mistake: '?', blunder: '??' } as const;
