/** Decodes a photo in strips, so that its pixels are in memory only once. */
import type { Pixels } from './kernel';
import { pixelsIn } from './size';

/** The reason why a file cannot be read: it is not a picture that this browser supports, or it is too large. */
export type Problem = 'unreadable' | 'large';

/** A photo that cannot be read. */
export class PhotoError extends Error {
  constructor(readonly problem: Problem) {
    super(`the photo is ${problem === 'large' ? 'too large' : 'not a picture that this browser can decode'}`);
  }
}

/** A decoded photo, which may be smaller than the upright photo. */
export interface Decoded extends Pixels {
  upright: { width: number; height: number };
}

const LARGEST = 50_000_000; // pixels
const READ = 12_500_000; // larger photos are scaled down to this
const LONGEST = 16_384;
const BYTES = 100_000_000;
const HEAD = 1 << 18; // an EXIF thumbnail comes before the size of a JPEG
const STRIP = 256; // rows

/** Decode a photo, turned upright by its EXIF orientation. Rejects with PhotoError. */
export async function decode(photo: Blob): Promise<Decoded> {
  const head = new DataView(await photo.slice(0, HEAD).arrayBuffer());
  if (photo.size > BYTES || (pixelsIn(head) ?? 0) > LARGEST) throw new PhotoError('large');
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' }).catch(() => {
    throw new PhotoError('unreadable');
  });
  const all = bitmap.width * bitmap.height;
  if (all > LARGEST) throw new PhotoError('large');
  const scale = Math.min(1, Math.sqrt(READ / all), LONGEST / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.floor(bitmap.width * scale));
  const height = Math.max(1, Math.floor(bitmap.height * scale));
  const upright = { width: bitmap.width, height: bitmap.height };
  return { width, height, upright, write: (rgb) => writeStrips(bitmap, width, height, rgb) };
}

function writeStrips(bitmap: ImageBitmap, width: number, height: number, rgb: Uint8Array): void {
  const canvas = new OffscreenCanvas(width, Math.min(STRIP, height));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new PhotoError('large');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = 'white'; // beneath transparent pictures
  const step = bitmap.height / height;
  let to = 0;
  for (let top = 0; top < height; top += STRIP) {
    const rows = Math.min(STRIP, height - top);
    context.fillRect(0, 0, width, rows);
    context.drawImage(bitmap, 0, top * step, bitmap.width, rows * step, 0, 0, width, rows);
    const { data } = context.getImageData(0, 0, width, rows);
    for (let from = 0; from < data.length; from += 4) {
      rgb[to++] = data[from]!;
      rgb[to++] = data[from + 1]!;
      rgb[to++] = data[from + 2]!;
    }
  }
  bitmap.close();
}
