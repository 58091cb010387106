/** Taking a free seat on arrival, after an invitation or for a rematch. */

import { storeText, storedText } from '../../device/stored';

const KEY = 'tilerummy.sit';

/** Request a seat in a room that is about to be opened. */
export const requestSeat = (room: string): void => void storeText(KEY, room, 'session');

/** Return whether a seat was requested in this room, and clear the request. */
export const takeSeatRequest = (room: string): boolean =>
  storedText(KEY, 'session') === room && storeText(KEY, null, 'session');
