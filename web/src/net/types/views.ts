// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

import type { Event } from './events';

/** One reason of a refusal: a code of the rules or of the table, with its parameters. */
export interface Why {
  code: string;
  message?: string;
  tiles?: string[];
  melds?: string[];
  have?: number | null;
  want?: number | null;
}

/** One step on the way from a table to another, and the rows after it. */
export interface StepView {
  code: string;
  sentence: string;
  tiles?: string[];
  rack?: string[];
  held?: string[];
  taken?: string[];
  source?: string[];
  target?: string[];
  off?: 'end' | 'front' | 'middle' | null;
  on?: 'end' | 'front' | 'middle' | null;
  rows?: string[][];
  hand?: string[];
}

/** A seat of the table and its player; public. */
export interface SeatView {
  kind: 'computer' | 'open' | 'person';
  name: string;
  level: string;
  face: string;
  colour: string;
  connected: boolean;
  ready: boolean;
  muted: boolean;
  stood_in: string;
  resigned: boolean;
  away_ms: number | null;
}

/** The clock of the turn, as it stands when the message is sent. */
export interface ClockView {
  turn_ms: number | null;
  left_ms: number | null;
  reserve_ms: number[];
  running: boolean;
  by_days: boolean;
}

/** The terms of a table, fixed when it was opened. */
export interface TermsView {
  ruleset: string;
  options: Record<string, number | boolean | string>;
  title: string;
  rounds: number | null;
  target: number | null;
  turn_ms: number | null;
  reserve_ms: number;
  by_days: boolean;
  private: boolean;
  hints: boolean;
  previews: boolean;
  chat: boolean;
  spectators: boolean;
}

/** A proposal on which people at the table have to agree. */
export interface ProposalView {
  what: 'end' | 'pause' | 'resume' | 'stand_in';
  by: number;
  seat: number | null;
  agreed: number[];
}

/** The result of a round. */
export interface ResultView {
  ending: string;
  scores: number[];
  racks: string[][];
  winner: number | null;
  win: string | null;
  hand: number | null;
}

/** A closed hand that was declared, as it lies open: its type, its points, and its tiles. */
export interface DeclaredView {
  number: number;
  name: string;
  points: number;
  jokers: number;
  melds: string[][];
}

/** Why a computer player played as it did: a code of the message catalogue, its parameters. */
export interface MotiveView {
  seat: number;
  code: string;
  params?: Record<string, number>;
}

/** The proof that the deal of a round was fixed before any participant could choose it. */
export interface ShuffleView {
  round: number;
  commitment: string;
  game: string;
  contributions: string[] | null;
  seed: string | null;
}

/** The public facts about a seat's tiles and play in this round. */
export interface HandView {
  tiles: number;
  opened: boolean;
  known: string[];
  discards: string[];
  handfuls: number[];
}

/** The legal actions of the viewer who is to move; empty for other viewers. */
export interface CanView {
  draw: boolean;
  take: boolean;
  play: boolean;
  pass_: boolean;
  discard: string[];
  declare: string[];
  go_out: boolean;
}

/** The round at one moment, as one viewer may see it. */
export interface GameView {
  phase: string;
  to_move: number;
  turn: number;
  plays: number;
  table: string[];
  start: string[];
  pool: number;
  hands: HandView[];
  rack: string[] | null;
  fresh: string[];
  played: string[];
  trump: string | null;
  free: string[];
  free_usable: boolean;
  can: CanView | null;
  opening: number | null;
  result: ResultView | null;
  declared: DeclaredView | null;
  motives: MotiveView[];
}

/** A table with its seats, the same for every viewer. */
export interface RoomView {
  id: string;
  phase: 'between' | 'closed' | 'over' | 'paused' | 'playing' | 'sealing' | 'waiting';
  terms: TermsView;
  seats: SeatView[];
  host: number | null;
  locked: boolean;
  round: number;
  totals: number[];
  results: ResultView[];
  shuffles: ShuffleView[];
  proposal: ProposalView | null;
  leaders: number[];
  next_room: string | null;
  paused_by: number | null;
}

/** The changes of a round for one viewer: the fields of GameView with new values. */
export interface GameChange {
  phase?: string;
  to_move?: number;
  turn?: number;
  plays?: number;
  table?: string[];
  start?: string[];
  pool?: number;
  hands?: HandView[];
  rack?: string[] | null;
  fresh?: string[];
  played?: string[];
  trump?: string | null;
  free?: string[];
  free_usable?: boolean;
  can?: CanView | null;
  opening?: number | null;
  result?: ResultView | null;
  declared?: DeclaredView | null;
  motives?: MotiveView[];
}

/** The changes of a table: the fields of RoomView with new values. */
export interface RoomChange {
  id?: string;
  phase?: 'between' | 'closed' | 'over' | 'paused' | 'playing' | 'sealing' | 'waiting';
  terms?: TermsView;
  seats?: SeatView[];
  host?: number | null;
  locked?: boolean;
  round?: number;
  totals?: number[];
  results?: ResultView[];
  shuffles?: ShuffleView[];
  proposal?: ProposalView | null;
  leaders?: number[];
  next_room?: string | null;
  paused_by?: number | null;
}

/** One entry of the table's log, as the viewer may know it. */
export interface Entry {
  seq: number;
  what: string;
  seat?: number | null;
  actions?: string[];
  table?: string[] | null;
  events?: Event[];
  level?: string;
}
