/** Calls kernel/vision, which finds and reads the tiles in the pixels of a photo. */
import type { Advice, Candidate, Features, Point, Reading, ReadTile } from '../reading';

/** The functions that the module calls: `report` receives the share of the work done. */
export type Imports = { host: { report: (share: number) => void } };

/** The functions of kernel/vision/wasm.c. */
export interface Exports {
  memory: { readonly buffer: ArrayBuffer };
  prepare: (bytes: number, width: number, height: number) => number;
  weights: () => number;
  photo: () => number;
  read: () => number;
}

/** Creates a module instance. */
export type Start = (imports: Imports) => Exports;

/** A decoded photo: its size, and a function that writes three bytes per pixel, row by row. */
export interface Pixels {
  width: number;
  height: number;
  write: (rgb: Uint8Array) => void;
}

// The arrays of vision_reading in kernel/vision/vision.h, as indices of 32-bit values.
const TILES = 200;
const CANDIDATES = 6;
const ROW_TILES_AT = 3;
const ROW_RACK_AT = ROW_TILES_AT + TILES;
const TILES_AT = ROW_RACK_AT + TILES;
const TILE_SIZE = 10 + 2 * CANDIDATES;
const FEATURES_AT = TILES_AT + TILES * TILE_SIZE;
/** The maximum number of features per tile. */
export const FEATURES = 1440;
const DOUBTFUL_AT = 8;
const COUNT_AT = 9;
const FACES_AT = 10;
const ADVICE: (Advice | null)[] = [null, 'dark', 'shaken', 'far'];
const COLOURS = 'krbo';
const NUMBERS = 13;

/** Compile the module. Rejects if this browser has no WebAssembly with SIMD, or does not allow it here. */
export async function compiled(wasm: BufferSource): Promise<Start> {
  const module = await WebAssembly.compile(wasm);
  return (imports) => new WebAssembly.Instance(module, imports).exports as unknown as Exports;
}

/** A reading, and the features of each tile. */
export interface Result extends Reading {
  features: Features[];
}

/** Read a photo. Throws RangeError if it is too large. */
export function readPixels(
  start: Start,
  weights: Uint8Array,
  photo: Pixels,
  report: (share: number) => void,
): Result {
  const kernel = start({ host: { report } });
  if (!kernel.prepare(weights.length, photo.width, photo.height)) throw new RangeError('the photo is too large');
  const { buffer } = kernel.memory; // later calls keep this memory
  new Uint8Array(buffer, kernel.weights(), weights.length).set(weights);
  photo.write(new Uint8Array(buffer, kernel.photo(), photo.width * photo.height * 3));
  const at = kernel.read();
  if (!at) throw new Error('the weights are damaged');
  return { width: photo.width, height: photo.height, ...unpacked(buffer, at) };
}

function unpacked(buffer: ArrayBuffer, at: number): Omit<Result, 'width' | 'height'> {
  const numbers = new Int32Array(buffer, at, FEATURES_AT + TILES * FEATURES);
  const floats = new Float32Array(buffer, at, numbers.length);
  const [advice = 0, rowCount = 0, tileCount = 0] = numbers;
  const rows: number[][] = [];
  const rack: number[] = [];
  let next = 0;
  for (let row = 0; row < rowCount; row++) {
    rows.push(Array.from({ length: numbers[ROW_TILES_AT + row]! }, () => next++));
    if (numbers[ROW_RACK_AT + row]) rack.push(row);
  }
  const tiles = Array.from({ length: tileCount }, (_, tile) => {
    const first = TILES_AT + tile * TILE_SIZE;
    return unpackedTile(numbers.subarray(first, first + TILE_SIZE), floats.subarray(first, first + TILE_SIZE));
  });
  const features = tiles.map((_, tile) => {
    const first = FEATURES_AT + tile * FEATURES;
    return inBytes(floats.subarray(first, first + FEATURES));
  });
  return { tiles, rows, rack, advice: ADVICE[advice] ?? null, features };
}

function unpackedTile(numbers: Int32Array, floats: Float32Array): ReadTile {
  return {
    corners: [0, 2, 4, 6].map((i): Point => [floats[i]!, floats[i + 1]!]),
    candidates: Array.from({ length: numbers[COUNT_AT]! }, (_, i): Candidate => ({
      face: faceOf(numbers[FACES_AT + i]!),
      probability: floats[FACES_AT + CANDIDATES + i]!,
    })),
    doubtful: numbers[DOUBTFUL_AT] === 1,
  };
}

/** Round numbers that are not negative. */
function inBytes(floats: Float32Array): Features {
  const scale = Math.max(...floats, 1e-12) / 255;
  return { scale, bytes: Uint8Array.from(floats, (value) => Math.round(value / scale)) };
}

function faceOf(code: number): string {
  const colour = COLOURS[Math.floor(code / NUMBERS)];
  return colour ? `${colour}${(code % NUMBERS) + 1}` : '*';
}
