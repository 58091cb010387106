/** Errors of the HTTP API. */

import type { CodedText } from './types/http';

/** A failed request. `code` is the reason in a form for programs, `why` the one to show to the user. */
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

/** The download address of a room's record. */
export const recordPath = (room: string): string => `/api/rooms/${encodeURIComponent(room)}/record`;
