// @vitest-environment happy-dom
/** The results are requested until the server responds, or the step is left. */
import { mount, unmount } from 'svelte';
import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { STANDARD } from '../../src/rules';
import { api } from '../../src/net/api';
import { ApiError } from '../../src/net/error';
import type { JudgeAnswer, SolveAnswer } from '../../src/net/types/http';
import Legal from '../../src/photo/answers/Legal.svelte';
import Play from '../../src/photo/answers/Play.svelte';
import { found } from '../../src/photo/position';
import { Session } from '../../src/photo/session.svelte';
import { reading } from './readings';

const solve = vi.spyOn(api, 'solve');
const judge = vi.spyOn(api, 'judge');
const OFFLINE = new ApiError(0, 'offline', '');
const SOLVED = { tiles: 0, proven: true, steps: [] } as unknown as SolveAnswer;
const LEGAL = { legal: true, reasons: [], rules: [], problems: [] } as unknown as JudgeAnswer;
const LATER = 60_000; // milliseconds until it has repeated a request several times
const TABLE = 'k1 b1 o1 | rack r8 r9 r10';

let shown: Record<string, unknown> | null = null;
async function leave(): Promise<void> {
  if (shown) await unmount(shown);
  shown = null;
}
function show(text = TABLE): void {
  const props = { found: found(reading(text), STANDARD), set: STANDARD, ruleset: 'sabra', changes: [] };
  shown = mount(Play, {
    target: document.body,
    props: { ...props, onkeep: vi.fn(), onlook: vi.fn(), onlegal: vi.fn(), onshow },
  });
}
async function judged(text: string): Promise<void> {
  const session = new Session(() => Promise.resolve(reading(text)));
  await session.take(new Blob(['photo']));
  shown = mount(Legal, {
    target: document.body,
    props: { session, ruleset: 'sabra', title: '', onlook: vi.fn(), onafter: vi.fn(), onplay: vi.fn() },
  });
}
const onshow = vi.fn();
const waits = (): boolean => document.querySelector('.spin') !== null;

beforeEach(() => {
  vi.useFakeTimers();
  solve.mockReset().mockResolvedValue(SOLVED);
  judge.mockReset().mockResolvedValue(LEGAL);
});
afterEach(async () => {
  await leave();
  vi.useRealTimers();
});

test('a play is asked for again once the server can be reached', async () => {
  solve.mockRejectedValueOnce(OFFLINE);
  show();
  await vi.advanceTimersByTimeAsync(0);
  expect([waits(), document.querySelectorAll('.wrong').length]).toEqual([false, 1]);
  await vi.advanceTimersByTimeAsync(LATER);
  expect([solve.mock.calls.length, document.querySelectorAll('.wrong').length]).toEqual([2, 0]);
});

test('a play that is refused says so, and is not asked for again', async () => {
  solve.mockRejectedValue(new ApiError(400, 'bad_question', 'too many tiles'));
  show();
  await vi.advanceTimersByTimeAsync(LATER);
  expect([waits(), document.querySelectorAll('.wrong').length, solve.mock.calls.length]).toEqual([false, 1, 1]);
});

test('nothing is asked or shown any more once the step is left', async () => {
  solve.mockRejectedValue(OFFLINE);
  show();
  await vi.advanceTimersByTimeAsync(0);
  await leave();
  await vi.advanceTimersByTimeAsync(LATER);
  expect(solve).toHaveBeenCalledOnce();

  solve.mockReset().mockImplementation(() => new Promise((done) => setTimeout(() => done(SOLVED), LATER)));
  show();
  await vi.advanceTimersByTimeAsync(0);
  await leave();
  onshow.mockClear();
  await vi.advanceTimersByTimeAsync(LATER);
  expect(onshow).not.toHaveBeenCalled();
});

test('a verdict is asked for again once the server can be reached, and not once it refuses', async () => {
  judge.mockRejectedValueOnce(OFFLINE);
  await judged(TABLE);
  await vi.advanceTimersByTimeAsync(LATER);
  expect([judge.mock.calls.length, document.querySelector('.ruling.legal') !== null]).toEqual([2, true]);
  await leave();
  judge.mockReset().mockRejectedValue(new ApiError(400, 'bad_question', ''));
  await judged(TABLE);
  await vi.advanceTimersByTimeAsync(LATER);
  expect([waits(), judge.mock.calls.length]).toEqual([false, 1]);
});

test('tiles that were not read come before any answer', async () => {
  show('k1 b1 o1 | rack *:40/r8:30 r9 r10');
  await vi.advanceTimersByTimeAsync(0);
  expect(solve).not.toHaveBeenCalled();
  expect(document.querySelectorAll('h2')).toHaveLength(1);
  await leave();
  await judged('k1 b1 *:40/o1:30');
  await vi.advanceTimersByTimeAsync(0);
  expect(judge).not.toHaveBeenCalled();
});
