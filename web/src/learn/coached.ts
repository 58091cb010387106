/** The game in which the teacher gives tips. It is stored in this browser, so that the tips continue after a reload. */

import { storeText, storedText } from '../device/stored';

const KEY = 'tilerummy.coach';

/** Start or continue giving tips in a room. *turns* is the number of turns that have been explained so far. */
export const coach = (room: string, turns = 0): void => void storeText(KEY, `${turns} ${room}`);

/** Return the number of turns explained in this room so far, or null if the teacher gives no tips here. */
export function coachedTurns(room: string): number | null {
  const [turns, there] = (storedText(KEY) ?? '').split(' ');
  return there === room ? Number(turns) || 0 : null;
}

/** Stop coaching. */
export const stopCoaching = (): void => void storeText(KEY, null);
