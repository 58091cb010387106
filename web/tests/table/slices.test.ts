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

/** A piece of work that takes so many milliseconds. */
const takes = (ms: number, name: string) => (): void => {
  now += ms;
  done.push(name);
};

const run = (some: (() => void)[]): void => some.splice(0).forEach((work) => work());

/** Let one frame be painted, and what comes right after it be done. */
function frame(): string[] {
  run(frames);
  run(tasks);
  return done.splice(0);
}

test('nothing is done before a frame is painted', () => {
  soon(takes(1, 'a'));
  expect(done).toEqual([]);
  run(frames);
  expect(done).toEqual([]);
  run(tasks);
  expect(done).toEqual(['a']);
});

test('what takes long has a frame of its own, and short pieces share one', () => {
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

test('what is called off is not done, even by a piece before it', () => {
  const off = soon(takes(0, 'a'));
  soon(() => later());
  const later = soon(takes(0, 'c'));
  soon(takes(0, 'd'));
  off();
  expect(frame()).toEqual(['d']);
});

test('work that begins more work does not keep the page busy', () => {
  let left = 3;
  const again = (): void => {
    takes(2, 'again')();
    if (--left) soon(again);
  };
  soon(again);
  expect([frame(), frame(), frame(), frame()]).toEqual([['again'], ['again'], ['again'], []]);
});

test('a piece that fails does not stop the others', () => {
  soon(() => {
    throw new Error('no');
  });
  soon(takes(0, 'a'));
  expect(frame()).toEqual(['reported', 'a']);
});

test('a hidden page has no frames to wait for', () => {
  hidden = true;
  soon(takes(0, 'a'));
  run(tasks);
  expect(done).toEqual(['a']);
});
