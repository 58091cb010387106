/** The reader's last layer in the file of the weights, which kernel/vision/README.md describes. */
import type { LastLayer, Lesson } from '../reading';
import { FEATURES } from './kernel';

/** The first outputs: numbers 1 to 13 and joker, and four colours. */
export const NUMBERS = 14;
export const COLOURS = 4;

const LAYERS_AT = 4;
const TEMPERATURE_AT = 20;
const RECORDS_AT = 76;
const RECORD = 40;
const DENSE = 5;

/** The number of outputs, and where the parts of the layer begin in the file. */
interface Place {
  readonly outputs: number;
  readonly weights: number;
  readonly scales: number;
  readonly biases: number;
}

const viewOf = (file: Uint8Array): DataView => new DataView(file.buffer, file.byteOffset, file.length);

/** Find the layer, or null if this file's is of another kind, and cannot be learnt. */
function placeOf(view: DataView): Place | null {
  if (view.byteLength < RECORDS_AT) return null;
  const layers = view.getInt32(LAYERS_AT, true) + view.getInt32(LAYERS_AT + 4, true);
  const at = RECORDS_AT + RECORD * (layers - 1);
  if (layers < 1 || at + RECORD > view.byteLength) return null;
  const field = (index: number): number => view.getInt32(at + 4 * index, true);
  const [outputs, weights, scales, biases] = [field(4), field(7), field(8), field(9)];
  const inputs = (scales - weights) / outputs;
  const fits = Number.isInteger(inputs) && inputs > 0 && inputs <= FEATURES && outputs >= NUMBERS + COLOURS;
  return field(0) === DENSE && fits && biases > 0 ? { outputs, weights, scales, biases } : null;
}

/** Return the layer that a file contains, or null if it cannot be learnt. */
export function layerIn(file: Uint8Array): LastLayer | null {
  const view = viewOf(file);
  const at = placeOf(view);
  if (!at) return null;
  const floats = (from: number): Float32Array<ArrayBuffer> =>
    Float32Array.from({ length: at.outputs }, (_, i) => view.getFloat32(from + 4 * i, true));
  const weights = Int8Array.from(file.subarray(at.weights, at.scales));
  return { weights, scales: floats(at.scales), biases: floats(at.biases) };
}

/** Return a copy of a file with another last layer of the same size. */
export function withLayer(file: Uint8Array, layer: LastLayer): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(file);
  const view = viewOf(copy);
  const at = placeOf(view);
  if (!at || layer.weights.length !== at.scales - at.weights) return copy;
  copy.set(new Uint8Array(layer.weights.buffer), at.weights);
  layer.scales.forEach((scale, i) => view.setFloat32(at.scales + 4 * i, scale, true));
  layer.biases.forEach((bias, i) => view.setFloat32(at.biases + 4 * i, bias, true));
  return copy;
}

/** Return a file's lesson, still without a photo's features, or null if its last layer cannot be adapted. */
export function lessonOf(file: Uint8Array): Omit<Lesson, 'features'> | null {
  const layer = layerIn(file);
  return layer && { reader: hashOf(file), temperature: viewOf(file).getFloat32(TEMPERATURE_AT, true), layer };
}

/** The 32-bit FNV-1a hash. */
export function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
