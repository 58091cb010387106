/** Links that ask for a rematch of a finished match. */

/** The query of such a link. */
export const ASKS = '?rematch';

/** The address of a finished match that asks for a rematch with the same players as soon as it is opened. */
export const rematchPath = (room: string): string => `/t/${encodeURIComponent(room)}${ASKS}`;
