/** Takes a free seat automatically when the user opens a room from an invitation or for a rematch. */

import { storeText, storedText } from '../../device/stored';

const KEY = 'tilerummy.sit';

/** Request a seat in a room. It will be taken when the room opens. */
export const requestSeat = (room: string): void => void storeText(KEY, room, 'session');

/** Return whether a seat was requested in this room, and clear that request. */
export const takeSeatRequest = (room: string): boolean =>
  storedText(KEY, 'session') === room && storeText(KEY, null, 'session');
