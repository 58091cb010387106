/** The worker's messages: any number of shares, then a reading or the reason why it failed. */
import type { Reading } from '../reading';
import { PhotoError, type Problem } from './decode';

/** The message to the worker. */
export interface Task {
  photo: Blob;
  /** True if it should read with the adapted layer. */
  learns: boolean;
}

export type Message = { share: number } | { reading: Reading } | { problem: Problem } | { failure: string };

/** Return the message about a failure. A photo that is too large for the memory causes a RangeError. */
export function failureMessage(error: unknown): Message {
  if (error instanceof PhotoError) return { problem: error.problem };
  return error instanceof RangeError ? { problem: 'large' } : { failure: String(error) };
}
