// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

import type { Event } from './events';

/** One reason of a refusal: a code of the rules or of the table, and what it is about. */
export interface Why {
  code: string;
  message?: string;
  tiles?: string[];
  melds?: string[];
  have?: number | null;
  want?: number | null;
}

/** One move of the hands on the way from a table to another: what, and what lies there then. */
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

/** Who sits on a seat of the table, as everybody may know it. */
export interface SeatView {
  kind: 'computer' | 'open' | 'person';
  name: string;
  level: string;
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

/** What was agreed on when the table was opened. */
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

/** Something that people at the table have to agree on. */
export interface ProposalView {
  what: 'end' | 'pause' | 'resume' | 'stand_in';
  by: number;
  seat: number | null;
  agreed: number[];
}

/** How a round ended. */
export interface ResultView {
  ending: string;
  scores: number[];
  racks: string[][];
  winner: number | null;
  win: string | null;
  hand: number | null;
}

/** The proof that the deal of a round was fixed before anybody could choose it. */
export interface ShuffleView {
  round: number;
  commitment: string;
  game: string;
  contributions: string[] | null;
  seed: string | null;
}

/** What everybody knows of a seat's tiles and play in this round. */
export interface HandView {
  tiles: number;
  opened: boolean;
  known: string[];
  discards: string[];
  handfuls: number[];
}

/** What the viewer, being to move, may do now; nothing of it for anybody else. */
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
}

/** A table with its seats, as everybody who may see it sees it. */
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
}

/** What has changed of a round for one viewer: the fields of GameView that are others now. */
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
}

/** What has changed of a table: the fields of RoomView that are others now. */
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
