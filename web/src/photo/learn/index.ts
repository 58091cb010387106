/** Adapts the reader to the user's tile set from confirmed photos, on this device only. */
import type { Found } from '../position';
import type { Lesson, Reading } from '../reading';
import type { Photo } from './stored';
import { photoOf } from './samples';

/** The message to the worker. */
export interface Task {
  lesson: Omit<Lesson, 'features'>;
  photo: Photo;
}

let last: Promise<unknown> = Promise.resolve();

/** Resolves once all photos have been learnt. */
export const finished = (): Promise<unknown> => last;

/** Adapt the reader to a photo after those before it. Resolves to whether this browser could store the result. */
export function learn({ lesson }: Reading, found: Found): Promise<boolean> {
  if (!lesson) return Promise.resolve(false);
  const { features, ...rest } = lesson;
  const task = { lesson: rest, photo: photoOf(found, { features }) };
  const learning = last.then(() => (task.photo.samples.length ? run(task) : true));
  last = learning;
  return learning;
}

function run(task: Task): Promise<boolean> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'photo_learner' });
    const stop = (stored: boolean): void => {
      worker.terminate();
      resolve(stored);
    };
    worker.addEventListener('error', () => stop(false));
    worker.addEventListener('message', ({ data }: MessageEvent<boolean>) => stop(data));
    worker.postMessage(task);
  });
}
