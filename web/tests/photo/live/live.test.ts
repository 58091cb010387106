// @vitest-environment happy-dom
/** The camera is on only while its picture is read. */
import { mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Live from '../../../src/photo/live/Live.svelte';
import type { ReadPhoto } from '../../../src/photo/read';
import { reading } from '../readings';

const DOUBTFUL = reading('k1 b1 o1:60/r1:30');
const read = vi.fn<ReadPhoto>();
const [onfrozen, onshot, onfail] = [vi.fn(), vi.fn(), vi.fn()];
const getUserMedia = vi.fn<(wanted: MediaStreamConstraints) => Promise<MediaStream>>();

class FakeTrack extends EventTarget {
  readyState = 'live';
  stop(): void {
    this.readyState = 'ended';
  }
}
let tracks: FakeTrack[];
function camera(): MediaStream {
  const track = new FakeTrack();
  tracks.push(track);
  return { getTracks: () => [track] } as unknown as MediaStream;
}
const lights = (): string[] => tracks.map(({ readyState }) => readyState);

let shown: Record<string, unknown> | null = null;
async function show(): Promise<void> {
  const props = { read, title: 'Photo', onfrozen, onshot, onfail, onback: vi.fn() };
  shown = mount(Live, { target: document.body, props });
  await vi.advanceTimersByTimeAsync(500);
}
async function leave(): Promise<void> {
  if (shown) await unmount(shown);
  shown = null;
}
const button = (): HTMLButtonElement => document.querySelector('.photo-end button')!;
async function press(): Promise<void> {
  button().click();
  await vi.advanceTimersByTimeAsync(500);
}

beforeEach(() => {
  vi.useFakeTimers();
  tracks = [];
  for (const each of [onfrozen, onshot, onfail]) each.mockReset();
  read.mockReset().mockResolvedValue(DOUBTFUL);
  getUserMedia.mockReset().mockImplementation(() => Promise.resolve(camera()));
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  const video = HTMLVideoElement.prototype;
  vi.spyOn(video, 'play').mockResolvedValue();
  Object.defineProperty(video, 'srcObject', { value: null, writable: true, configurable: true });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['frame'])));
});
afterEach(async () => {
  await leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the camera on the back is asked for, without sound, and in a size that is read fast', async () => {
  await show();
  expect(getUserMedia).toHaveBeenCalledExactlyOnceWith({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 960 } },
    audio: false,
  });
});

test('a sure reading ends it', async () => {
  read.mockResolvedValue(reading('k1 b1 o1'));
  await show();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onfrozen).toHaveBeenCalledOnce();
  expect(lights()).toEqual(['ended']);
});

test('a reading that is not sure for a minute pauses until the user continues', async () => {
  await show();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(lights()).toEqual(['live']);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(lights()).toEqual(['ended']);
  const reads = read.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(reads);
  await press();
  expect(lights()).toEqual(['ended', 'live']);
  expect(read.mock.calls.length).toBeGreaterThan(reads);
});

test('a reader that takes too long does not keep the camera on', async () => {
  read.mockReturnValue(new Promise(() => {}));
  await show();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(lights()).toEqual(['ended']);
});

test('a camera that ends by itself pauses it', async () => {
  await show();
  tracks[0]!.dispatchEvent(new Event('ended'));
  await vi.advanceTimersByTimeAsync(0);
  expect(lights()).toEqual(['ended']);
  await press();
  expect(lights()).toEqual(['ended', 'live']);
});

test('a camera that is allowed after the view was left stays off', async () => {
  let allow = (_: MediaStream): void => {};
  getUserMedia.mockReturnValue(new Promise((resolve) => (allow = resolve)));
  await show();
  expect(button().disabled).toBe(true);
  await leave();
  allow(camera());
  await vi.advanceTimersByTimeAsync(0);
  expect(lights()).toEqual(['ended']);
  expect([read.mock.calls.length, onfail.mock.calls.length]).toEqual([0, 0]);
});

test('the shutter takes one frame, even if it is tapped twice', async () => {
  await show();
  button().click();
  await press();
  expect(onshot).toHaveBeenCalledOnce();
  expect(onfail).not.toHaveBeenCalled();
  expect(lights()).toEqual(['ended']);
});

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'none'],
  ['NotReadableError', 'none'],
])('a camera with %s is reported as %s', async (name, problem) => {
  getUserMedia.mockRejectedValue(new DOMException('', name));
  await show();
  expect(onfail).toHaveBeenCalledExactlyOnceWith(problem);
});

test('an insecure page is reported, and so is a reader that cannot be loaded', async () => {
  vi.stubGlobal('navigator', {});
  await show();
  expect(onfail).toHaveBeenLastCalledWith('unsupported');
  await leave();
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  read.mockRejectedValue(new Error('the worker failed to load'));
  await show();
  expect(onfail).toHaveBeenLastCalledWith('reader');
  expect(lights()).toEqual(['ended']);
});
