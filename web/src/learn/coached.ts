/** The game that the teacher sits beside; kept in this browser, so that a reload does not send him away. */

import { storeText, storedText } from '../device/stored';

const KEY = 'tilerummy.coach';

/** Let the teacher sit beside a room, in which he has explained so many turns. */
export const coach = (room: string, turns = 0): void => void storeText(KEY, `${turns} ${room}`);

/** How many turns the teacher has explained in this room, or null if he is not there. */
export function coachedTurns(room: string): number | null {
  const [turns, there] = (storedText(KEY) ?? '').split(' ');
  return there === room ? Number(turns) || 0 : null;
}

/** Send the teacher away. */
export const uncoach = (): void => void storeText(KEY, null);
