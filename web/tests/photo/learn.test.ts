/** Learning a set from confirmed photos: limits of the database, adapting the reader, and that nothing is sent. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STANDARD } from '../../src/rules';
import { asJson } from '../../src/photo/learn/export';
import { refit, type Sample } from '../../src/photo/learn/refit';
import { photoOf } from '../../src/photo/learn/samples';
import { adaptedLayer, forget, learnt, PHOTOS, TILES, withPhoto, type Photo } from '../../src/photo/learn/stored';
import { choose, drop, found } from '../../src/photo/position';
import { layerIn, lessonOf, withLayer } from '../../src/photo/reader/layer';
import type { Features, LastLayer } from '../../src/photo/reading';
import { reading } from './readings';

const INPUTS = 20;
const OUTPUTS = 20;

/** A layer that reads number and colour from one input each. */
function published(): LastLayer {
  const weights = new Int8Array(OUTPUTS * INPUTS);
  for (let o = 0; o < OUTPUTS; o++) weights[o * INPUTS + o] = 127;
  return { weights, scales: new Float32Array(OUTPUTS).fill(8 / 127), biases: new Float32Array(OUTPUTS) };
}

/** A tile whose inputs show one colour, confirmed as another. */
function sample(number: number, shown: number, said = shown): Sample {
  const features = new Uint8Array(INPUTS);
  features[number] = 255;
  if (number < 13) features[14 + shown] = 255;
  return { features, scale: 1 / 255, number, colour: number < 13 ? said : -1 };
}
/** A photo of a joker and eight tiles. */
const photo = (said: (colour: number) => number, from = 0): Sample[] => [
  sample(13, 0),
  ...Array.from({ length: 8 }, (_, i) => sample((from + i) % 13, i % 4, said(i % 4))),
];

/** Return the index of the colour that a layer reads. */
function colourIn({ weights, scales, biases }: LastLayer, { features, scale }: Sample): number {
  const logits = [14, 15, 16, 17].map((o) =>
    features.reduce((sum, each, i) => sum + each * scale * weights[o * INPUTS + i]! * scales[o]!, biases[o]!),
  );
  return logits.indexOf(Math.max(...logits));
}

const LIMITS = { temperature: 1, hasTime: () => true };

test('a set of which two colours look swapped is learnt, and the other outputs stay', () => {
  const swapped = (colour: number): number => [0, 3, 2, 1][colour]!;
  const layer = refit(
    published(),
    [0, 3, 6, 9].map((from) => photo(swapped, from)),
    LIMITS,
  )!;
  const unseen = photo(swapped, 5).slice(1);
  expect(unseen.map((each) => colourIn(published(), each))).not.toEqual(unseen.map(({ colour }) => colour));
  expect(unseen.map((each) => colourIn(layer, each))).toEqual(unseen.map(({ colour }) => colour));
  expect(layer.weights.slice(18 * INPUTS)).toEqual(published().weights.slice(18 * INPUTS));
  expect([...layer.biases.slice(18)]).toEqual([0, 0]);
});

test('the reader stays as it is if photos that were kept back would be read worse, or if there is only one', () => {
  const wrong = (colour: number): number => 3 - colour;
  const right = (colour: number): number => colour;
  expect(refit(published(), [photo(wrong), photo(wrong, 3), photo(right, 6)], LIMITS)).toBeNull();
  expect(refit(published(), [photo(wrong)], LIMITS)).toBeNull();
  expect(refit(published(), [photo(wrong), photo(wrong, 3)], { ...LIMITS, hasTime: () => false })).toBeNull();
});

const photoWith = (id: number, tiles: number): Photo => ({
  id,
  samples: Array.from({ length: tiles }, () => sample(1, 2)),
});
const ids = (photos: readonly Photo[]): number[] => photos.map(({ id }) => id);

test('the last photos are stored, each once, and none of other weights', () => {
  let stored = withPhoto(null, 7, photoWith(0, 3));
  for (let id = 1; id <= PHOTOS; id++) stored = withPhoto(stored, 7, photoWith(id, 3));
  expect(ids(stored.photos)).toEqual(Array.from({ length: PHOTOS }, (_, i) => i + 1));
  stored = withPhoto(stored, 7, photoWith(5, 4));
  expect([ids(stored.photos).at(-1), stored.photos.length]).toEqual([5, PHOTOS]);
  stored = withPhoto(stored, 7, photoWith(99, TILES - 4));
  expect(ids(stored.photos)).toEqual([5, 99]);
  stored = withPhoto({ ...stored, layer: published() }, 8, photoWith(1, 3));
  expect([stored.reader, ids(stored.photos), stored.layer]).toEqual([8, [1], null]);
});

/** Weights with a last layer for tests: the head, one record, and its data. */
function file(): Uint8Array {
  const { weights, scales, biases } = published();
  const at = 76 + 2 * 40;
  const bytes = new Uint8Array(at + weights.length + 160);
  const view = new DataView(bytes.buffer);
  view.setInt32(4, 1, true);
  view.setInt32(8, 1, true);
  view.setFloat32(20, 0.5, true);
  const record = [5, 0, -1, 5, OUTPUTS, 1, 0, at, at + weights.length, at + weights.length + 80];
  record.forEach((value, i) => view.setInt32(76 + 40 + 4 * i, value, true));
  bytes.set(new Uint8Array(weights.buffer), at);
  bytes.set(new Uint8Array(scales.buffer), at + weights.length);
  bytes.set(new Uint8Array(biases.buffer), at + weights.length + 80);
  return bytes;
}

test('the last layer of a file is replaced, and only that', () => {
  const before = file();
  expect(layerIn(before)).toEqual(published());
  expect(withLayer(before, published())).toEqual(before);
  const other = {
    ...published(),
    biases: new Float32Array(OUTPUTS).fill(2),
    scales: new Float32Array(OUTPUTS).fill(3),
  };
  other.weights[7] = -5;
  const after = withLayer(before, other);
  expect(layerIn(after)).toEqual(other);
  expect(after.slice(0, 156)).toEqual(before.slice(0, 156));
  expect(lessonOf(before)).toMatchObject({ temperature: 0.5, layer: published() });
  expect(lessonOf(after)!.reader).not.toBe(lessonOf(before)!.reader);
});

test('a layer of another kind is not learnt', () => {
  const bytes = file();
  expect(withLayer(bytes, { ...published(), weights: new Int8Array(OUTPUTS) })).toEqual(bytes);
  new DataView(bytes.buffer).setInt32(76 + 40, 2, true);
  expect([lessonOf(bytes), lessonOf(Uint8Array.of(1))]).toEqual([null, null]);
});

test('the tiles of a photo that a person left marked or removed teach nothing', () => {
  const read = found(reading('k1 r12:60/r11:30 b9 o6:70/o9:20 *'), STANDARD);
  const features = Array.from({ length: 5 }, (_, i): Features => ({ scale: i, bytes: Uint8Array.of(i) }));
  const learnable = (of: typeof read): number[][] =>
    photoOf(of, { features }).samples.map(({ number, colour, scale }) => [number, colour, scale]);
  expect(learnable(read)).toEqual([
    [0, 0, 0],
    [8, 2, 2],
    [13, -1, 4],
  ]);
  expect(learnable(drop(choose(read, 1, choose(read, 1, 10).rows[0]!.tiles[1]!.tile!), 0)).length).toBe(3);
  // upside down, a nine has the features of a six
  const [nine] = found(reading('o9'), STANDARD).rows[0]!.tiles;
  expect(learnable(choose(read, 3, nine!.tile!)).length).toBe(3);
});

/** The part of IndexedDB that is used, with one store. */
class Database {
  private readonly values = new Map<string, unknown>();
  readonly clear = (): void => this.values.clear();
  private readonly request = (result: unknown): IDBOpenDBRequest => {
    const made = { result } as unknown as IDBOpenDBRequest;
    queueMicrotask(() => made.onsuccess?.({} as Event));
    return made;
  };
  private readonly store = {
    get: (key: string) => this.request(this.values.get(key)),
    put: (value: unknown, key: string) => this.request(void this.values.set(key, structuredClone(value))),
    clear: () => this.request(this.clear()),
  };
  readonly open = (): IDBOpenDBRequest => this.request({ transaction: () => this.transaction(), close: () => {} });
  private transaction(): Partial<IDBTransaction> {
    const made: Partial<IDBTransaction> = { objectStore: () => this.store as unknown as IDBObjectStore };
    setTimeout(() => made.oncomplete?.call(made as IDBTransaction, {} as Event));
    return made;
  }
}

const requests = vi.fn();
let database: Database;
beforeEach(() => {
  database = new Database();
  vi.stubGlobal('indexedDB', database);
  vi.stubGlobal('fetch', requests);
});
afterEach(() => vi.unstubAllGlobals());

/** Start the worker. Returns a function that passes a photo to it, and resolves to its response. */
async function started(): Promise<(photo: Photo) => Promise<unknown>> {
  let receive: (event: { data: unknown }) => void = () => {};
  let respond: (response: unknown) => void = () => {};
  vi.stubGlobal('postMessage', (response: unknown) => respond(response));
  vi.stubGlobal('addEventListener', (_: string, listener: typeof receive) => (receive = listener));
  vi.resetModules();
  await import('../../src/photo/learn/worker');
  const lesson = { reader: 3, temperature: 1, layer: published() };
  return (photo) =>
    new Promise((resolve) => {
      respond = resolve;
      receive({ data: { lesson, photo } });
    });
}

test('photos are learnt by the worker, exported and forgotten, and nothing is sent', async () => {
  const learn = await started();
  for (const id of [1, 2, 3, 4])
    expect(await learn({ id, samples: photo((colour) => (colour + 1) % 4, id) })).toBe(true);
  const known = (await learnt())!;
  expect(ids(known.photos)).toEqual([1, 2, 3, 4]);
  expect(colourIn(known.layer!, sample(12, 0))).toBe(1);
  expect([await adaptedLayer(3), await adaptedLayer(4)]).toEqual([known.layer, null]);
  const exported = JSON.parse(asJson(known)) as { photos: { number: number }[][]; layer: { weights: string } };
  expect(exported.photos[0]!.map(({ number }) => number)).toEqual(
    known.photos[0]!.samples.map(({ number }) => number),
  );
  expect(atob(exported.layer.weights)).toHaveLength(OUTPUTS * INPUTS);
  await forget();
  expect(await learnt()).toBeNull();
  expect(requests).not.toHaveBeenCalled();
});

test('a photo that is forgotten while it is being learnt stays forgotten', async () => {
  const learn = await started();
  await learn(photoWith(1, 3));
  const time = vi.spyOn(performance, 'now').mockImplementation(() => (database.clear(), 0));
  expect(await learn(photoWith(2, 3))).toBe(true);
  expect(time).toHaveBeenCalled();
  time.mockRestore();
  expect(await learnt()).toBeNull();
});

test('a browser without a database learns nothing', async () => {
  vi.stubGlobal('indexedDB', undefined);
  expect(await (await started())(photoWith(1, 3))).toBe(false);
});
