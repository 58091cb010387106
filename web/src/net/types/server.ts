// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

import type { ClockView, Entry, GameChange, GameView, RoomChange, RoomView, SeatView, StepView, Why } from './views';

/** The socket is open; this is the client's guest. */
export interface Welcome {
  type: 'welcome';
  name: string;
  protocol: number;
}

/** All of a table: sent first, and whenever missed entries are no longer available. */
export interface Snapshot {
  type: 'snapshot';
  room: string;
  version: number;
  seat: number | null;
  gave_up: number | null;
  table: RoomView;
  game: GameView | null;
  clock: ClockView;
  preview: string[][] | null;
  chat: Chatted[];
  log: Entry[];
}

/** The new entries, in order and without a gap, and the changes for the viewer after them. */
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

/** A hint for the player to move, with the requested details. */
export interface HintAnswer {
  type: 'hint';
  cid: string;
  level: number;
  advice: string;
  code: string;
  tiles: string[];
  steps: StepView[];
  sentence: string;
  after: string[] | null;
}

/** The draft of the player to move. */
export interface PreviewShown {
  type: 'preview';
  room: string;
  seat: number;
  version: number;
  rows: string[][];
  rack: number;
}

/** The players of the table who are connected now; not part of the log. */
export interface Presence {
  type: 'presence';
  room: string;
  seats: SeatView[];
  watching: number;
  clock: ClockView;
}

/** A chat message was sent. */
export interface Chatted {
  type: 'chat';
  room: string;
  name: string;
  text: string;
  seat: number | null;
}

/** A reaction was sent. */
export interface Reacted {
  type: 'reaction';
  room: string;
  seat: number;
  reaction: string;
}

/** A message was not accepted; the socket stays open unless it says so. */
export interface Fault {
  type: 'fault';
  code: 'bad_message' | 'damaged' | 'no_such_room' | 'not_allowed' | 'server_busy' | 'storage' | 'too_fast' | 'too_many';
  message: string;
  room?: string;
  cid?: string;
}

/** The answer to Ping; ``waiting`` if no command can be stored, as the database is lost. */
export interface Pong {
  type: 'pong';
  waiting?: boolean;
}

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
