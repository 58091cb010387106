/** Reads the tiles in a photo, in a worker. No request leaves the page, except for the files of the page itself. */
import type { Reading } from '../reading';
import { PhotoError } from './decode';
import type { Message } from './messages';

export { PhotoError, type Problem } from './decode';

/**
 * Read a photo. Calls *progress* with the share of the work done, from 0 to 1. Rejects with PhotoError if the file
 * cannot be read, and with the reason of *signal* if that is aborted.
 */
export function readPhoto(photo: Blob, progress: (share: number) => void, signal: AbortSignal): Promise<Reading> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'photo_reader' });
    const stop = (): void => {
      worker.terminate();
      signal.removeEventListener('abort', abort);
    };
    const fail = (error: unknown): void => {
      stop();
      reject(error);
    };
    const abort = (): void => fail(signal.reason);
    signal.addEventListener('abort', abort);
    worker.addEventListener('error', ({ message }) => fail(new Error(message || 'the worker failed to load')));
    worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if ('share' in data) return progress(data.share);
      if ('problem' in data) return fail(new PhotoError(data.problem));
      if ('failure' in data) return fail(new Error(data.failure));
      stop();
      resolve(data.reading);
    });
    worker.postMessage(photo);
  });
}
