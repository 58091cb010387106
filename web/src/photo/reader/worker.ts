/** The worker that reads photos, one after another. Each message to it is a photo, and whether to use what was learnt. */
import weightsUrl from '../../../../src/tilerummy/vision/weights/weights.bin?url';
import { adaptedLayer } from '../learn/stored';
import type { Reading } from '../reading';
import { decode } from './decode';
import { compiled, readPixels, type Start } from './kernel';
import { lessonOf, withLayer } from './layer';
import { failureMessage, type Message, type Task } from './messages';
import wasmUrl from './vision.wasm?url';

const DECODED = 0.1; // the share of the work

const post = (message: Message): void => postMessage(message);

async function load(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Load the module, or the same code as plain JavaScript where WebAssembly or its vectors are missing. */
async function loadKernel(): Promise<Start> {
  try {
    return await compiled(await load(wasmUrl));
  } catch {
    return (await import('./vision.plain.js')).default;
  }
}

/** The module, the weights and their lesson, once they are loaded. A worker that could not load them reads nothing more. */
const loaded = Promise.all([loadKernel(), load(weightsUrl)]).then(
  ([kernel, weights]) => [kernel, weights, lessonOf(weights)] as const,
);
loaded.catch(() => {}); // reported with the first photo

async function read({ photo, learns }: Task): Promise<Reading> {
  const [[kernel, weights, lesson], pixels] = await Promise.all([loaded, decode(photo)]);
  const learnt = learns && lesson ? await adaptedLayer(lesson.reader).catch(() => null) : null;
  const used = learnt ? withLayer(weights, learnt) : weights;
  post({ share: DECODED });
  const { features, ...reading } = readPixels(kernel, used, pixels, (share) =>
    post({ share: DECODED + (1 - DECODED) * share }),
  );
  const { width, height } = pixels.upright;
  const across = width / pixels.width;
  const down = height / pixels.height;
  return {
    ...reading,
    lesson: lesson && { ...lesson, features },
    width,
    height,
    tiles: reading.tiles.map((tile) => ({
      ...tile,
      corners: tile.corners.map(([x, y]) => [x * across, y * down]),
    })),
  };
}

addEventListener('message', ({ data }: MessageEvent<Task>) => {
  read(data).then(
    (reading) => post({ reading }),
    (error: unknown) => post(failureMessage(error)),
  );
});
