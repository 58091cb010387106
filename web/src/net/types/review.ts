// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

import type { StepView } from './views';

/** A chance to win, or a part of one, and points. */
export interface Worth {
  win: number;
  points: number;
}

/** What a decision cost. */
export interface Loss {
  win: [number, number | null, number | null];
  points: [number, number | null, number | null];
}

/** What could be done, and what it was worth in *n* worlds. */
export interface Option {
  win: [number, number | null, number | null];
  points: [number, number | null, number | null];
  actions: string[];
  tiles: string;
  n: number;
}

/** The table and the rack before a decision, and the table after what was better. */
export interface Position {
  table: string;
  rack: string;
  opened: boolean;
  after: string;
  steps?: StepView[];
}

/** Why something else was better, and the tiles that it is about. */
export interface Reason {
  code: 'out_missed' | 'scores_more' | 'opening_missed' | 'discard_wins' | 'draw' | 'pass' | 'hold' | 'open' | 'more' | 'fewer' | 'keep_joker' | 'lay_joker' | 'other_tiles' | 'other_table' | 'discard' | 'take' | 'not_take';
  tiles: string;
}

/** A decision, and what was better, as far as it is known. */
export interface Decision {
  turn: number;
  actions: string[];
  grade: '' | 'inaccuracy' | 'mistake' | 'blunder';
  reason?: Reason;
  better?: string[];
  position?: Position;
  chosen?: Option;
  reference?: Option;
  best?: Option;
  error?: Loss;
  n?: number;
  options?: Option[];
}

/** Half of the 95 % intervals of two parts of a result. */
export interface Margins {
  skill: Worth;
  error: Worth;
}

/** What the result of a round came from. */
export interface Ledger {
  start: Worth;
  end: Worth;
  finished: boolean;
  deal: Worth;
  draws: Worth;
  others: Worth;
  skill: Worth;
  error: Worth;
  bonus: Worth;
  luck: Worth;
  adjusted: number;
  ci: Margins;
}

/** What chance gave or took in a turn. */
export interface Luck {
  win: number;
  points: number;
  turn: number;
  part: 'deal' | 'draw' | 'others' | 'skill';
}

/** A round of a seat that was reviewed. */
export interface ReviewedRound {
  round: number;
  won: boolean | null;
  points: number | null;
  ledger?: Ledger;
  luck?: Luck[];
  decisions: Decision[];
}

/** A seat that was reviewed; the server leaves its name out. */
export interface ReviewedSeat {
  seat: number;
  name?: string;
  complete: boolean;
  n: number;
  rounds: ReviewedRound[];
}

/** The reviews of a game, one for each seat that was reviewed. */
export interface Review {
  v: 2;
  rules: string;
  reference: string;
  depth: 'certain' | 'quick' | 'deep';
  seats: ReviewedSeat[];
  without_luck?: (number[] | null)[];
}
