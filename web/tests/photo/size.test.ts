import { expect, test } from 'vitest';
import { pixelsIn } from '../../src/photo/reader/size';

const bytes = (...values: (number | string)[]): DataView =>
  new DataView(
    Uint8Array.from(
      values.flatMap((value) => (typeof value === 'number' ? [value] : [...value].map((c) => c.charCodeAt(0)))),
    ).buffer,
  );
const zeros = (count: number): number[] => Array<number>(count).fill(0);

test('the size of a PNG is in its first chunk', () => {
  expect(pixelsIn(bytes(0x89, 'PNG\r\n', 0x1a, '\n', 0, 0, 0, 13, 'IHDR', 0, 0, 0x27, 0x10, 0, 0, 0, 200))).toBe(
    2_000_000,
  );
});

test('the size of a GIF follows its version', () => {
  expect(pixelsIn(bytes('GIF89a', 0x40, 1, 0xf0, 0, ...zeros(12)))).toBe(320 * 240);
});

test('the size of a JPEG is in its frame, after other segments', () => {
  const exif = [0xff, 0xe1, 0, 6, ...zeros(4)];
  const table = [0xff, 0xc4, 0, 3, 0]; // looks like a frame
  const frame = [0xff, 0xff, 0xc2, 0, 11, 8, 0x0b, 0xd0, 0x0f, 0xc0];
  expect(pixelsIn(bytes(0xff, 0xd8, ...exif, ...table, ...frame, 0))).toBe(4032 * 3024);
});

test.each([
  ['VP8X', [...zeros(4), 0, 0, 0, 0, 0x3f, 0x1f, 0, 0xff, 0, 0], 8000 * 256],
  ['VP8L', [...zeros(4), 0x2f, 0x0f, 0x40, 0x01, 0, 0, 0], 16 * 6],
  ['VP8 ', [...zeros(4), 0, 0, 0, 0x9d, 1, 0x2a, 0x20, 0, 0x10, 0], 32 * 16],
])('the size of a WebP of kind %s', (kind, rest, pixels) => {
  expect(pixelsIn(bytes('RIFF', ...zeros(4), 'WEBP', kind, ...rest))).toBe(pixels);
});

test('the size of other files and of cut ones is unknown', () => {
  for (const file of [
    bytes(),
    bytes('hello, world, this is text'),
    bytes(0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff),
    bytes('RIFF'),
  ])
    expect(pixelsIn(file)).toBeNull();
});
