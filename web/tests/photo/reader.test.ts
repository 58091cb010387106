/** The worker of the reader is shared by photos that are read one after another. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPhoto } from '../../src/photo/reader';
import type { Message } from '../../src/photo/reader/messages';
import { reading } from './readings';

const photo = new Blob(['photo']);
const READING = reading('k1 b1 o1');

class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  photos = 0;
  ended = false;
  constructor() {
    super();
    FakeWorker.all.push(this);
  }
  postMessage(): void {
    this.photos++;
  }
  terminate(): void {
    this.ended = true;
  }
  answer(data: Message): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
const workers = FakeWorker.all;
const read = (progress = vi.fn(), signal = new AbortController().signal) => readPhoto(photo, progress, signal);

beforeEach(() => {
  vi.useFakeTimers();
  workers.length = 0;
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the next photo is read by the same worker, and its progress is its own', async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  for (const progress of [first, second]) {
    const taken = read(progress);
    workers[0]!.answer({ share: 0.5 });
    workers[0]!.answer({ reading: READING });
    expect(await taken).toBe(READING);
  }
  expect(workers.map(({ photos }) => photos)).toEqual([2]);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
});

test('a worker ends when no other photo follows', async () => {
  const taken = read();
  workers[0]!.answer({ reading: READING });
  await taken;
  expect(workers[0]!.ended).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(workers[0]!.ended).toBe(true);
  void read();
  expect(workers).toHaveLength(2);
  workers[1]!.answer({ reading: READING });
});

test('photos that are read at the same time have a worker each, and one remains', async () => {
  const taken = [read(), read()];
  expect(workers).toHaveLength(2);
  for (const worker of workers) worker.answer({ reading: READING });
  await Promise.all(taken);
  expect(workers.map(({ ended }) => ended)).toEqual([false, true]);
});

test('a worker that failed or was cancelled reads nothing more', async () => {
  const failed = read();
  workers[0]!.answer({ problem: 'unreadable' });
  await expect(failed).rejects.toMatchObject({ problem: 'unreadable' });
  const stop = new AbortController();
  const cancelled = read(vi.fn(), stop.signal);
  stop.abort();
  await expect(cancelled).rejects.toBe(stop.signal.reason);
  const broken = read();
  workers[2]!.dispatchEvent(new Event('error'));
  await expect(broken).rejects.toThrow('failed to load');
  expect(workers.map(({ ended }) => ended)).toEqual([true, true, true]);
});
