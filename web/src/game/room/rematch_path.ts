/** Links that ask for a rematch of a finished match. */

/** The query of such a link. */
export const ASKS = '?rematch';

/** Return the address of a finished match. Opening it immediately asks for a rematch with the same players. */
export const rematchPath = (room: string): string => `/t/${encodeURIComponent(room)}${ASKS}`;
