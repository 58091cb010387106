/** Stores in this browser how long the teacher accompanies the first game, so that the tips continue after a reload. */

import { storedText } from '../device/stored';

/** The storage key of the number of explained turns and the room. The number is `?` until the user has chosen. */
export const GUIDE = 'tilerummy.coach';
/** Stands for the next room that is played in. */
export const ANY_ROOM = '*';

/**
 * Return the number of turns explained in a room so far, `?` until the user has responded to the offer to be shown
 * the game, or null if the teacher gives no tips in this room.
 */
export function guideIn(room: string): string | null {
  const [turns = '', there] = (storedText(GUIDE) ?? '').split(' ');
  return there === room || there === ANY_ROOM ? turns : null;
}
