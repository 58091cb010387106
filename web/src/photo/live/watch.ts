/** Reads the frames of a camera one after another, until it is sure of the tiles. */

import type { Reading } from '../reading';
import type { ReadPhoto } from '../read';
import { NO_VOTES, vote, voted, type Voted } from './vote';

/** The minimum time between two frames, in milliseconds, so that a fast device does not become hot. */
const INTERVAL = 150;

/** A frame, and the tiles on it as voted. */
export interface Frozen {
  readonly photo: Blob;
  readonly reading: Reading;
}

export interface Source {
  /** Returns the current frame. */
  readonly frame: () => Promise<Blob>;
  readonly read: ReadPhoto;
  /** Returns the time in milliseconds. */
  readonly now: () => number;
}

/** Resolves after some milliseconds. */
const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Read frames until the votes are sure, and return the last one. Calls *show* with the votes after each frame. Rejects
 * with the reason of *signal* if that is aborted, and if a frame cannot be read.
 */
export async function watch(
  { frame, read, now }: Source,
  show: (seen: Voted) => void,
  signal: AbortSignal,
): Promise<Frozen> {
  for (let votes = NO_VOTES; ;) {
    const at = now();
    const photo = await frame();
    signal.throwIfAborted();
    const reading = await read(photo, () => {}, signal);
    signal.throwIfAborted();
    votes = vote(votes, reading, at);
    const seen = voted(votes)!;
    show(seen);
    if (seen.sure) return { photo, reading: seen.reading };
    await pause(Math.max(0, at + INTERVAL - now()));
    signal.throwIfAborted();
  }
}
