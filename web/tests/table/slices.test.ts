import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { soon } from '../../src/table/slices';

let done: string[];
let now: number;
let hidden: boolean;
let frames: (() => void)[];
let tasks: (() => void)[];

beforeEach(() => {
  [done, now, hidden, frames, tasks] = [[], 0, false, [], []];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('document', {
    get hidden() {
      return hidden;
    },
  });
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work));
  vi.stubGlobal('setTimeout', (work: () => void) => tasks.push(work));
  vi.stubGlobal('reportError', () => done.push('reported'));
});

afterEach(() => {
  while (frames.length + tasks.length) frame();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Return work that takes *ms* milliseconds. */
const takes = (ms: number, name: string) => (): void => {
  now += ms;
  done.push(name);
};

const run = (some: (() => void)[]): void => some.splice(0).forEach((work) => work());

/** Paint one frame and run the work right after it. */
function frame(): string[] {
  run(frames);
  run(tasks);
  return done.splice(0);
}

test('no work runs before a frame is painted', () => {
  soon(takes(1, 'a'));
  expect(done).toEqual([]);
  run(frames);
  expect(done).toEqual([]);
  run(tasks);
  expect(done).toEqual(['a']);
});

test('long work gets its own frame, and short pieces share one', () => {
  for (const [ms, name] of [
    [5, 'a'],
    [1, 'b'],
    [0.5, 'c'],
    [3, 'd'],
    [1, 'e'],
  ] as const)
    soon(takes(ms, name));
  expect([frame(), frame(), frame()]).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
});

test('cancelled work does not run, even if an earlier piece cancelled it', () => {
  const off = soon(takes(0, 'a'));
  soon(() => later());
  const later = soon(takes(0, 'c'));
  soon(takes(0, 'd'));
  off();
  expect(frame()).toEqual(['d']);
});

test('work that adds more work does not block the page', () => {
  let left = 3;
  const again = (): void => {
    takes(2, 'again')();
    if (--left) soon(again);
  };
  soon(again);
  expect([frame(), frame(), frame(), frame()]).toEqual([['again'], ['again'], ['again'], []]);
});

test('a failing piece does not stop the rest', () => {
  soon(() => {
    throw new Error('no');
  });
  soon(takes(0, 'a'));
  expect(frame()).toEqual(['reported', 'a']);
});

test('a hidden page does not wait for frames', () => {
  hidden = true;
  soon(takes(0, 'a'));
  run(tasks);
  expect(done).toEqual(['a']);
});
