// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

/** Send this table from now on: on the seat that I have there, else as a spectator. */
export interface Watch {
  type: 'watch';
  room: string;
  since?: number | null;
}

/** Send no more of this table. */
export interface Unwatch {
  type: 'unwatch';
  room: string;
}

/** Do these actions, all or none, if the table is still at the version that I have seen. */
export interface Act {
  type: 'act';
  cid: string;
  room: string;
  version: number;
  actions: string[];
}

/** Make the table this, by whatever plays lead there, and end my turn. */
export interface Done {
  type: 'done';
  cid: string;
  room: string;
  version: number;
  after: string[];
  discard?: string | null;
}

/** Say what Done would answer to this table; nothing is changed. */
export interface Check {
  type: 'check';
  cid: string;
  room: string;
  version: number;
  after: string[];
  discard?: string | null;
}

/** Show the others my table in the making: rows of tiles, which need not be melds yet. */
export interface Preview {
  type: 'preview';
  room: string;
  version: number;
  rows: string[][];
}

/** Tell me whether there is a play (1), with which tiles (2), or how (3). */
export interface AskHint {
  type: 'ask_hint';
  cid: string;
  room: string;
  version: number;
  level?: number;
}

/** Do something with the table itself, not with its tiles. */
export interface Control {
  type: 'control';
  cid: string;
  room: string;
  what: 'close' | 'computer' | 'decline' | 'empty' | 'end' | 'lock' | 'mute' | 'next' | 'pause' | 'ready' | 'rematch' | 'remove' | 'resign' | 'resume' | 'sit' | 'stand' | 'stand_in' | 'start' | 'take_back' | 'unlock' | 'unmute';
  seat?: number | null;
  level?: string | null;
  contribution?: string | null;
}

/** Say something to everybody at the table, if it has a chat. */
export interface Say {
  type: 'say';
  room: string;
  text: string;
}

/** Show everybody at the table one of a few pictures. */
export interface React {
  type: 'react';
  room: string;
  reaction: 'good_luck' | 'hurry' | 'oops' | 'thanks' | 'well_played' | 'wow';
}

/** Am I still connected? Answered by Pong at once. */
export interface Ping {
  type: 'ping';
}

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
  facts?: string[];
  level?: string;
}

/** The socket is open, and this is who you are. */
export interface Welcome {
  type: 'welcome';
  name: string;
  protocol: number;
}

/** All of a table: sent first, and whenever missed entries are no longer at hand. */
export interface Snapshot {
  type: 'snapshot';
  room: string;
  version: number;
  seat: number | null;
  table: RoomView;
  game: GameView | null;
  clock: ClockView;
  preview: string[][] | null;
  chat: Chatted[];
  log: Entry[];
}

/** What happened, in order and without a gap, and what is another for the viewer after it. */
export interface Update {
  type: 'update';
  room: string;
  version: number;
  seat?: number | null;
  entries: Entry[];
  table?: RoomChange;
  game?: GameChange;
  clock: ClockView;
}

/** The one answer to a command: done, out of date, or refused with every reason. */
export interface Answer {
  type: 'answer';
  cid: string;
  status: 'conflict' | 'ok' | 'refused';
  version: number;
  reasons?: Why[];
  plays?: string[];
}

/** What the player to move could do, told as far as was asked. */
export interface HintAnswer {
  type: 'hint';
  cid: string;
  level: number;
  advice: string;
  tiles: string[];
  steps: StepView[];
  sentence: string;
  after: string[] | null;
}

/** The table in the making of the player to move. */
export interface PreviewShown {
  type: 'preview';
  room: string;
  seat: number;
  version: number;
  rows: string[][];
  rack: number;
}

/** Who of the table is connected now; no part of the log. */
export interface Presence {
  type: 'presence';
  room: string;
  seats: SeatView[];
  watching: number;
  clock: ClockView;
}

/** Somebody said something. */
export interface Chatted {
  type: 'chat';
  room: string;
  name: string;
  text: string;
  seat: number | null;
}

/** Somebody showed a picture. */
export interface Reacted {
  type: 'reaction';
  room: string;
  seat: number;
  reaction: string;
}

/** A message could not be taken; the socket stays open unless it says so. */
export interface Fault {
  type: 'fault';
  code: 'bad_message' | 'damaged' | 'no_such_room' | 'not_allowed' | 'server_busy' | 'storage' | 'too_fast' | 'too_many';
  message: string;
  room?: string;
  cid?: string;
}

/** Yes. */
export interface Pong {
  type: 'pong';
}

export type ClientMessage =
  | Watch
  | Unwatch
  | Act
  | Done
  | Check
  | Preview
  | AskHint
  | Control
  | Say
  | React
  | Ping;

export type ServerMessage =
  | Welcome
  | Snapshot
  | Update
  | Answer
  | HintAnswer
  | PreviewShown
  | Presence
  | Chatted
  | Reacted
  | Fault
  | Pong;
