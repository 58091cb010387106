/**
 * The worker that adapts the reader to one photo, which it receives as its only message. It sends and loads
 * nothing.
 */
import { refit } from './refit';
import { change, withPhoto } from './stored';
import type { Task } from './index';

const MOST = 1000; // milliseconds of the first of two descents

async function learn({ lesson: { reader, layer, temperature }, photo }: Task): Promise<void> {
  const known = await change((old) => withPhoto(old, reader, photo));
  const end = performance.now() + MOST;
  const samples = known?.photos.map((each) => each.samples) ?? [];
  const adapted = refit(layer, samples, { temperature, hasTime: () => performance.now() < end });
  // remains null if the user has tapped Forget since then
  await change((old) => old && (old.reader === reader ? { ...old, layer: adapted } : old));
}

addEventListener('message', ({ data }: MessageEvent<Task>) => {
  learn(data).then(
    () => postMessage(true),
    () => postMessage(false), // this browser has no database, or it is full
  );
});
