/** The worker that reads photos, one after another. Each message to it is a photo. */
import weightsUrl from '../../../../src/tilerummy/vision/weights/weights.bin?url';
import type { Reading } from '../reading';
import { decode } from './decode';
import { compiled, readPixels, type Start } from './kernel';
import { failureMessage, type Message } from './messages';
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

/** The module and the weights, once they are loaded. A worker that could not load them reads nothing more. */
const loaded = Promise.all([loadKernel(), load(weightsUrl)]);
loaded.catch(() => {}); // reported with the first photo

async function read(photo: Blob): Promise<Reading> {
  const [[kernel, weights], pixels] = await Promise.all([loaded, decode(photo)]);
  post({ share: DECODED });
  const reading = readPixels(kernel, weights, pixels, (share) => post({ share: DECODED + (1 - DECODED) * share }));
  const { width, height } = pixels.upright;
  const across = width / pixels.width;
  const down = height / pixels.height;
  return {
    ...reading,
    width,
    height,
    tiles: reading.tiles.map((tile) => ({
      ...tile,
      corners: tile.corners.map(([x, y]) => [x * across, y * down]),
    })),
  };
}

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  read(data).then(
    (reading) => post({ reading }),
    (error: unknown) => post(failureMessage(error)),
  );
});
