import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watch } from '../../../src/photo/live/watch';
import type { ReadPhoto } from '../../../src/photo/read';
import { reading } from '../readings';

const TABLE = 'k1 b1 o1';
const read = vi.fn<ReadPhoto>();
const show = vi.fn();
let taken = 0;
let stop: AbortController;
const frame = (): Promise<Blob> => Promise.resolve(new Blob([`frame ${++taken}`]));
const start = () => watch({ frame, read, now: () => performance.now() }, show, stop.signal);

beforeEach(() => {
  vi.useFakeTimers();
  taken = 0;
  stop = new AbortController();
  show.mockReset();
  read.mockReset().mockResolvedValue(reading(TABLE));
});
afterEach(() => vi.useRealTimers());

test('the last frame is returned with the tiles as voted', async () => {
  read.mockResolvedValueOnce(reading('k1 b1 o1:60/r1:30'));
  const watching = start();
  await vi.advanceTimersByTimeAsync(2_000);
  const { photo, reading: of } = await watching;
  expect(await photo.text()).toBe(`frame ${taken}`);
  expect(of.tiles[2]!.candidates[1]).toMatchObject({ face: 'r1' });
  expect(of.tiles[2]!.doubtful).toBe(false);
  expect(show).toHaveBeenCalledTimes(taken);
  expect(taken).toBeLessThan(10);
});

test('a frame is read only after the one before it', async () => {
  let reads = 0;
  let most = 0;
  read.mockImplementation(async () => {
    most = Math.max(most, ++reads);
    await new Promise((done) => setTimeout(done, 700));
    reads--;
    return reading(TABLE);
  });
  const watching = start();
  await vi.advanceTimersByTimeAsync(3_000);
  await watching;
  expect([most, taken]).toEqual([1, 3]);
});

test('nothing is read once it is stopped', async () => {
  read.mockResolvedValue(reading('k1 b1 o1:60/r1:30'));
  const watching = start();
  watching.catch(() => {});
  await vi.advanceTimersByTimeAsync(5_000);
  stop.abort();
  await vi.advanceTimersByTimeAsync(0);
  const before = read.mock.calls.length;
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(watching).rejects.toBe(stop.signal.reason);
  expect(before).toBeGreaterThan(10);
  expect(read).toHaveBeenCalledTimes(before);
});

test('a reader that cannot be loaded ends it', async () => {
  read.mockRejectedValue(new Error('the worker failed to load'));
  await expect(start()).rejects.toThrow('the worker failed to load');
});
