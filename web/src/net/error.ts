/** What goes wrong between the page and the server, outside of the socket. */

import type { CodedText } from './types/http';

/** Something the server would not do; `code` says why, and `why` in a sentence for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly why?: CodedText,
  ) {
    super(message);
  }
}

/** Where the record of a table is downloaded from. */
export const recordPath = (room: string): string => `/api/rooms/${encodeURIComponent(room)}/record`;
