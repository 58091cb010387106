/** Defines the error that a failed request to the HTTP API throws. */

import type { CodedText } from './types/http';

/**
 * Thrown if a request fails. `code` identifies the reason for use in programs, and `why` is a text to show to the
 * user.
 */
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
