/**
 * The game in which the teacher gives tips. It is stored in this browser, so that coaching
 * continues after a reload.
 */

import { storeText, storedText } from '../device/stored';

const KEY = 'tilerummy.coach';

/** Start or continue coaching in a room. *turns* is the number of turns explained so far. */
export const coach = (room: string, turns = 0): void => void storeText(KEY, `${turns} ${room}`);

/** The number of turns explained in this room, or null if it is not coached. */
export function coachedTurns(room: string): number | null {
  const [turns, there] = (storedText(KEY) ?? '').split(' ');
  return there === room ? Number(turns) || 0 : null;
}

/** Stop coaching. */
export const stopCoaching = (): void => void storeText(KEY, null);
