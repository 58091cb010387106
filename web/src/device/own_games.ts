/** The game without a server, which the static files run in the browser. */

import type { NewRoom } from '../net/types/http';

export interface OwnGames {
  /**
   * Resolves to a file that contains all games, and *evenings*, given as JSON. Rejects with the reason if the file
   * cannot be written. Undefined in a frame, whose games are not stored.
   */
  exported?(evenings: string): Promise<Blob>;
  /**
   * Replace all games by those in a file. If the file contains evenings, they are passed to *take*, which returns
   * a function that restores the old ones, or null if it cannot store the new ones. Resolves to true if this
   * succeeded. In this case, the caller must reload the document. Otherwise, nothing has changed.
   */
  imported?(file: File, take: (evenings: string) => (() => void) | null): Promise<boolean>;
  /** True while the server in the worker is starting. Requests wait until it has started. */
  starts(): boolean;
  /** Resolves once the server has started. */
  readonly started: Promise<void>;
  /**
   * Open a table with these random bytes, given in hexadecimal, as soon as the server has started and the guest is
   * *identified*. If the tab is closed before, the next visit opens the table.
   */
  open(room: NewRoom, drawn: string, identified: Promise<void>): Promise<unknown>;
}

/** The games of this browser. Undefined on a server, which stores them. */
export const ownGames = (globalThis as { tilerummyGames?: OwnGames }).tilerummyGames;

/** The path where a server offers this game for offline play, if it does. */
export const OFFLINE_GAME = '/offline-game/';

/** False if there is no server, so that no one else can join, watch, read or verify anything. */
export const hasServer = !ownGames;
