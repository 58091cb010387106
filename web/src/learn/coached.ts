/**
 * The first game, in which the teacher gives tips. It is stored in this browser, so that the tips continue after a
 * reload.
 */

import { storeText, storedText } from '../device/stored';

/** The number of explained turns and the room, or `?` and the room as long as the user has not answered. */
const KEY = 'tilerummy.coach';
const ASKED = 'tilerummy.asked';

/** Start or continue giving tips in a room. *turns* is the number of turns that have been explained so far. */
export const coach = (room: string, turns = 0): void => void storeText(KEY, `${turns} ${room}`);

/** Ask in this room whether the user knows the game. This is asked only once. */
export function askIn(room: string): void {
  storeText(ASKED, '1');
  storeText(KEY, `? ${room}`);
}

/** True if the user has been asked before, in any room. */
export const wasAsked = (): boolean => storedText(ASKED) !== null;

function stateIn(room: string): string | null {
  const [turns = '', there] = (storedText(KEY) ?? '').split(' ');
  return there === room ? turns : null;
}

/** True if the question whether the user knows the game is open in this room. */
export const isAsking = (room: string): boolean => stateIn(room) === '?';

/** Return the number of turns explained in this room so far, or null if the teacher gives no tips here. */
export function coachedTurns(room: string): number | null {
  const turns = stateIn(room);
  return turns === null ? null : Number(turns) || 0;
}

/** Stop coaching. */
export const stopCoaching = (): void => void storeText(KEY, null);
