/** Errors of the HTTP API. */

import type { CodedText } from './types/http';

/** A failed request. `code` identifies the reason for use in programs, and `why` is a text to show to the user. */
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

/** Return the address for downloading a room's record. */
export const recordPath = (room: string): string => `/api/rooms/${encodeURIComponent(room)}/record`;
