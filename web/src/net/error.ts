/** Errors of the HTTP API. */

import type { CodedText } from './types/http';

/** A request that failed: `code` says why, for programs; `why` says it in a sentence for people. */
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

/** The address from which the record of a room is downloaded. */
export const recordPath = (room: string): string => `/api/rooms/${encodeURIComponent(room)}/record`;
