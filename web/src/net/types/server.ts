// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

import type { ClockView, Entry, GameChange, GameView, RoomChange, RoomView, SeatView, StepView, Why } from './views';

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
  code: string;
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
