/** Loads the reader of photos when the first one is read. */

import type { Reading } from './reading';

/** Reads a photo on this device. *progress* is called with the part that is done, from 0 to 1. */
export type ReadPhoto = (photo: Blob, progress: (share: number) => void, signal: AbortSignal) => Promise<Reading>;

/** The reader, which a test of the page brings along until the page has weights of its own. */
const given = (globalThis as { tilerummyReader?: ReadPhoto }).tilerummyReader;

export const readPhoto: ReadPhoto = async (photo, progress, signal) => {
  if (!given) throw new Error('there are no weights');
  return given(photo, progress, signal);
};
