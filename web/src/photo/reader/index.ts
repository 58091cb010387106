/** Reads the tiles in a photo, in a worker. The only requests are for the web client's own files. */
import { learns } from '../learn/stored';
import type { Reading } from '../reading';
import { PhotoError } from './decode';
import type { Message, Task } from './messages';

export { PhotoError, type Problem } from './decode';

/**
 * How long the worker waits for another photo, in milliseconds. It occupies memory for the weights and a photo.
 */
const IDLE = 5_000;
/** The worker that has read a photo and can read the next one, and the timer that ends it. */
let idle: { worker: Worker; ends: ReturnType<typeof setTimeout> } | null = null;

/** Return a worker for one photo at a time. */
function readyWorker(): Worker {
  if (!idle) return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'photo_reader' });
  const { worker, ends } = idle;
  clearTimeout(ends);
  idle = null;
  return worker;
}

/** Keep a worker for the next photo, which may come soon. */
function keep(worker: Worker): void {
  if (idle) return worker.terminate();
  const ends = setTimeout(() => {
    idle = null;
    worker.terminate();
  }, IDLE);
  idle = { worker, ends };
}

/**
 * Read a photo. Calls *progress* with the share of the work done, from 0 to 1. Rejects with PhotoError if the file
 * cannot be read, and with the reason of *signal* if that is aborted. Photos that are read one after another, such as
 * the frames of a camera, share a worker.
 */
export function readPhoto(photo: Blob, progress: (share: number) => void, signal: AbortSignal): Promise<Reading> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = readyWorker();
    const done = new AbortController();
    const fail = (error: unknown): void => {
      done.abort();
      worker.terminate();
      reject(error);
    };
    signal.addEventListener('abort', () => fail(signal.reason), { signal: done.signal });
    const failed = ({ message }: ErrorEvent): void => fail(new Error(message || 'the worker failed to load'));
    worker.addEventListener('error', failed, { signal: done.signal });
    const receive = ({ data }: MessageEvent<Message>): void => {
      if ('share' in data) return progress(data.share);
      if ('problem' in data) return fail(new PhotoError(data.problem));
      if ('failure' in data) return fail(new Error(data.failure));
      done.abort();
      keep(worker);
      resolve(data.reading);
    };
    worker.addEventListener('message', receive, { signal: done.signal });
    worker.postMessage({ photo, learns: learns() } satisfies Task);
  });
}
