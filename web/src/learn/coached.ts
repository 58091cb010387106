/** The game that the teacher accompanies. Stored in this browser, so a reload does not end the coaching. */

import { storeText, storedText } from '../device/stored';

const KEY = 'tilerummy.coach';

/** Start or continue coaching in a room; *turns* have been explained so far. */
export const coach = (room: string, turns = 0): void => void storeText(KEY, `${turns} ${room}`);

/** The number of turns explained in this room, or null if it is not coached. */
export function coachedTurns(room: string): number | null {
  const [turns, there] = (storedText(KEY) ?? '').split(' ');
  return there === room ? Number(turns) || 0 : null;
}

/** Stop coaching. */
export const stopCoaching = (): void => void storeText(KEY, null);
