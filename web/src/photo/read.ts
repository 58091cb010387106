/** Loads the reader of photos when the first one is read. */

import type { Reading } from './reading';

/** Reads a photo on this device. *progress* is called with the part that is done, from 0 to 1. */
export type ReadPhoto = (photo: Blob, progress: (share: number) => void, signal: AbortSignal) => Promise<Reading>;

/** A reader that a browser test provides. */
const given = (globalThis as { tilerummyReader?: ReadPhoto }).tilerummyReader;

export const readPhoto: ReadPhoto = async (photo, progress, signal) => {
  const read = given ?? (await import('./reader')).readPhoto;
  return read(photo, progress, signal);
};
