// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

import type { Event } from './events';
import type { DeclaredView, ResultView, StepView } from './views';

/** A record to open: as text or as JSON lines, see docs/records.md. */
export interface OpenRecord {
  record: string;
}

/** A seat of a game and its player, as they were at its end; ``resigned``: who gave up. */
export interface ReplaySeat {
  kind: 'computer' | 'open' | 'person';
  name: string;
  level: string;
  face: string;
  colour: string;
  resigned: boolean;
}

/** A round between two turns, with the racks of all seats; what is not known is ``?``. */
export interface ReplayPosition {
  table: string[];
  racks: string[][];
  pool: number;
  opened: boolean[];
  discards?: string[][];
  trump?: string | null;
  free?: string[];
  declared?: DeclaredView | null;
}

/** One turn: its events in the form of records, and the position after it. */
export interface ReplayTurn {
  seat: number;
  events: Event[];
  after: ReplayPosition;
  steps?: StepView[];
  comments?: string[];
}

/** One round: its beginning, its turns, and its result; none where the record breaks off. */
export interface ReplayRound {
  starter: number;
  start: ReplayPosition;
  turns: ReplayTurn[];
  deal?: Event[];
  result?: ResultView | null;
  comments?: string[];
}

/** A game from its first deal to its end; a record that was opened has no ``id``. */
export interface Replay {
  v: '1';
  id?: string;
  ruleset: string;
  options?: Record<string, number | boolean | string>;
  title?: string;
  seats: ReplaySeat[];
  rounds: ReplayRound[];
  totals: number[];
  leaders?: number[];
  ending?: string;
  began?: number;
  ended?: number;
  date?: string;
  target?: number | null;
  me?: number | null;
  public?: boolean;
  comments?: string[];
}

/** Why a record cannot be opened: the line, counted from 1, and what was expected there. */
export interface BadRecord {
  line: number;
  message: string;
}
