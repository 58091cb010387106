/** Links that ask for a rematch of a finished match. */

/** The query of such a link. */
export const ASKS = '?rematch';

/** Return the address of a finished match that, when opened, immediately offers a rematch to the same players. */
export const rematchPath = (room: string): string => `/t/${encodeURIComponent(room)}${ASKS}`;
