// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

/** Every seat drew a tile for the start; ties drew again, the others show None then. */
export interface Lots {
  type: 'Lots';
  drawn: ((string | null)[])[];
}

/** The racks were dealt and the pool was set down; face down to everybody else. */
export interface Dealt {
  type: 'Dealt';
  racks: string[];
  pool: string;
  handfuls: number[][];
  aside: string;
}

/** Tiles of the pool were turned face up beside the table: the trump, or the free tiles. */
export interface Exposed {
  type: 'Exposed';
  trump: string | null;
  free: string;
}

/** A seat drew tiles; to the others, tiles from the pool stay face down. */
export interface Drew {
  type: 'Drew';
  seat: number;
  source: 'pool' | 'discard' | 'trump' | 'aside';
  tiles: string;
}

/** A seat changed the table; *placed* came from its rack and *free* from the free tiles. */
export interface Played {
  type: 'Played';
  seat: number;
  lift: string;
  lay: string;
  placed: string;
  free: string;
}

/** A seat discarded a tile face up. */
export interface Discarded {
  type: 'Discarded';
  seat: number;
  tile: string;
}

/** A seat showed a closed hand: the number of its type and the 14 tiles. */
export interface Declared {
  type: 'Declared';
  seat: number;
  hand: number;
  tiles: string;
}

/** It was announced that a seat has few tiles left (International). */
export interface Announced {
  type: 'Announced';
  seat: number;
  tiles: number;
}

/** Everybody may use the free tiles now: the first to open has had the first choice. */
export interface Released {
  type: 'Released';
}

/** The time of the seat's turn was over. */
export interface TimedOut {
  type: 'TimedOut';
  seat: number;
}

/** Table and rack of the seat were put back as they were when the turn began. */
export interface Restored {
  type: 'Restored';
  seat: number;
}

/** A seat drew penalty tiles from the pool; face down to the others. */
export interface Penalised {
  type: 'Penalised';
  seat: number;
  tiles: string;
}

/** A seat said pass. */
export interface Passed {
  type: 'Passed';
  seat: number;
}

/** The turn passed to another seat, or went on to another phase with the same seat. */
export interface Moved {
  type: 'Moved';
  seat: number;
  phase: 'deal' | 'act' | 'more' | 'draw' | 'meld' | 'done' | 'over';
}

/** The round ended: all racks are opened, and every seat has its score for the round. */
export interface Ended {
  type: 'Ended';
  ending: 'went_out' | 'pool_exhausted' | 'no_progress';
  scores: number[];
  racks: string[];
  winner: number | null;
  win: 'open' | 'foot' | 'closed' | null;
  hand: number | null;
}

/** An event of a round. */
export type Event =
  | Lots
  | Dealt
  | Exposed
  | Drew
  | Played
  | Discarded
  | Declared
  | Announced
  | Released
  | TimedOut
  | Restored
  | Penalised
  | Passed
  | Moved
  | Ended;
