/** Sitting down on arrival, by an invitation or for a rematch, if there is a free seat. */

import { storeText, storedText } from '../../device/stored';

const KEY = 'tilerummy.sit';

/** Request a seat in a room that is opened next. */
export const requestSeat = (room: string): void => void storeText(KEY, room, 'session');

/** Whether a seat was requested in this room; the request is used up by asking. */
export const takeSeatRequest = (room: string): boolean =>
  storedText(KEY, 'session') === room && storeText(KEY, null, 'session');
