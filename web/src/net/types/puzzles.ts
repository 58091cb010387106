// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

/** A part of the set: its lowest and its highest rating, and how many have each theme. */
export interface PuzzlePartInfo {
  r: number[];
  themes: Record<string, number>;
}

/** What the parts of the set hold; see docs/puzzles.md. */
export interface PuzzleIndex {
  v: number;
  count: number;
  size: number;
  daily: number[];
  parts: PuzzlePartInfo[];
}

/** A puzzle, as docs/puzzles.md describes it. */
export interface PuzzleView {
  v: number;
  id: string;
  rules: string;
  goal: string;
  table: string;
  rack: string;
  n: number;
  set: string;
  answer: string;
  f: number[];
  d: number;
  r: number;
  themes: string[];
  discard?: string;
  opened?: boolean;
  offline?: boolean;
}

/** The puzzles of one part. */
export interface PuzzlePart {
  puzzles: PuzzleView[];
}

/** An attempt at a puzzle: the whole table, the tile to name, or neither by whoever gives up. */
export interface PuzzleAttempt {
  cid: string;
  puzzle: string;
  table?: string | null;
  tile?: string | null;
}

/** How good a guest is at puzzles, as Glicko-2 has it. */
export interface PuzzleRating {
  points: number;
  deviation: number;
  provisional: boolean;
  attempts: number;
}

/** Whether an attempt was right, and what it made of the guest's rating. */
export interface AttemptAnswer {
  right: boolean;
  rated: boolean;
  before: number;
  rating: PuzzleRating;
}
