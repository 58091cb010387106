// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

/** Send this table from now on: on the seat that I have there, else as a spectator. */
export interface Watch {
  type: 'watch';
  room: string;
  since?: number | null;
}

/** Stop sending this table; a table that is not watched is ignored. */
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

/** Submit this table, whichever plays lead there, and end my turn. */
export interface Done {
  type: 'done';
  cid: string;
  room: string;
  version: number;
  after: string[];
  discard?: string | null;
}

/** Return what Done would answer to this table; nothing is changed. */
export interface Check {
  type: 'check';
  cid: string;
  room: string;
  version: number;
  after: string[];
  discard?: string | null;
}

/** Show the others my draft: rows of tiles, which need not be melds yet. */
export interface Preview {
  type: 'preview';
  room: string;
  version: number;
  rows: string[][];
}

/** Give me a hint: whether there is a play (1), with which tiles (2), or how (3). */
export interface AskHint {
  type: 'ask_hint';
  cid: string;
  room: string;
  version: number;
  level?: number;
}

/** Control the table itself, not its tiles. */
export interface Control {
  type: 'control';
  cid: string;
  room: string;
  what: 'close' | 'computer' | 'decline' | 'empty' | 'end' | 'lock' | 'mute' | 'next' | 'pause' | 'ready' | 'rematch' | 'remove' | 'resign' | 'resume' | 'sit' | 'stand' | 'stand_in' | 'start' | 'take_back' | 'unlock' | 'unmute';
  seat?: number | null;
  level?: string | null;
  contribution?: string | null;
}

/** Send a chat message to the table, if it has a chat. */
export interface Say {
  type: 'say';
  room: string;
  text: string;
}

/** Send the table a reaction: one of a few pictures. */
export interface React {
  type: 'react';
  room: string;
  reaction: 'good_luck' | 'hurry' | 'oops' | 'thanks' | 'well_played' | 'wow';
}

/** Check the connection; answered by Pong at once. */
export interface Ping {
  type: 'ping';
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
