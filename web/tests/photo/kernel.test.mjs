import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compiled, readPixels } from '../../src/photo/reader/kernel';
import plain from '../../src/photo/reader/vision.plain';

const photo = (width, height) => ({ width, height, write: (rgb) => rgb.fill(7) });
const wasm = readFileSync(new URL('../../src/photo/reader/vision.wasm', import.meta.url));

test('a reading is unpacked into tiles, rows and advice', () => {
  const numbers = new Int32Array(300_000);
  const floats = new Float32Array(numbers.buffer);
  const at = 4096;
  const base = at / 4;
  numbers.set([2, 2, 3], base); // shaken; two rows of three tiles
  numbers.set([2, 1], base + 3);
  numbers.set([0, 1], base + 203);
  for (let tile = 0; tile < 3; tile++) {
    const first = base + 403 + 22 * tile;
    floats.set([1, 2, 3, 4, 5, 6, 7, 8 + tile], first);
    numbers.set([tile === 1 ? 1 : 0, 2, [0, 13 + 6, 52][tile], 51], first + 8);
    floats.set([0.75, 0.25], first + 16);
    floats.set([0, 0.5, 2 + tile], base + 403 + 22 * 200 + 1440 * tile);
  }
  const shares = [];
  const reading = readPixels(
    ({ host }) => ({
      memory: numbers,
      prepare: () => 1,
      weights: () => 0,
      photo: () => 64,
      read: () => (host.report(1), at),
    }),
    Uint8Array.of(5),
    photo(4, 2),
    (share) => shares.push(share),
  );
  expect(new Uint8Array(numbers.buffer, 0, 89).filter(Boolean)).toEqual(
    Uint8Array.from([5, ...Array(24).fill(7)]),
  );
  expect(shares).toEqual([1]);
  expect(reading).toMatchObject({ width: 4, height: 2, rows: [[0, 1], [2]], rack: [1], advice: 'shaken' });
  expect(reading.tiles.map(({ candidates }) => candidates[0].face)).toEqual(['k1', 'r7', '*']);
  expect(reading.features.map(({ scale }) => Math.round(scale * 255))).toEqual([2, 3, 4]);
  expect([...reading.features[0].bytes.slice(0, 4), reading.features[0].bytes.length]).toEqual([
    0, 64, 255, 0, 1440,
  ]);
  expect(reading.tiles[1]).toEqual({
    corners: [
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 9],
    ],
    candidates: [
      { face: 'r7', probability: 0.75 },
      { face: 'o13', probability: 0.25 },
    ],
    doubtful: true,
  });
});

test.each([
  ['WebAssembly', () => compiled(wasm)],
  ['plain JavaScript', () => Promise.resolve(plain)],
])('photos that are too large and damaged weights are refused by %s', async (_, load) => {
  const start = await load();
  const read = (weights, width, height) => readPixels(start, weights, photo(width, height), () => {});
  expect(() => read(Uint8Array.of(1, 2, 3), 5000, 5000)).toThrow(RangeError);
  expect(() => read(Uint8Array.of(1, 2, 3), 20_000, 1)).toThrow(RangeError);
  expect(() => read(new Uint8Array(5 << 20), 10, 10)).toThrow(RangeError);
  expect(() => read(Uint8Array.of(1, 2, 3), 10, 10)).toThrow('the weights are damaged');
});

test('a module that this browser does not know is refused', async () => {
  await expect(compiled(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 99))).rejects.toThrow(
    WebAssembly.CompileError,
  );
});
