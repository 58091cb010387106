// @vitest-environment happy-dom
/** A sheet sends its changes to the server that shares the evening, and never loses any. */
import { beforeEach, expect, test, vi } from 'vitest';
import { newEvening, type Evening } from '../../src/evening/evening';
import { Sheet } from '../../src/evening/sheet.svelte';
import { forget, keep, keptEvening, type Kept } from '../../src/evening/stored';
import { ApiError } from '../../src/net/error';
import type { OwnRack, ScoreAnswer, SharedEvening } from '../../src/net/types/http';

const requests = vi.hoisted(() => ({
  scores: vi.fn<(question: object) => Promise<ScoreAnswer>>(),
  share: vi.fn<(evening: Evening) => Promise<SharedEvening>>(),
  view: vi.fn<(id: string, after: number) => Promise<SharedEvening>>(),
  put: vi.fn<(id: string, version: number, evening: Evening) => Promise<SharedEvening>>(),
  rack: vi.fn<(id: string, rack: OwnRack) => Promise<SharedEvening>>(),
  end: vi.fn<(id: string) => Promise<void>>(),
}));
vi.mock(import('../../src/evening/requests'), async (original) => {
  const { scores, ...shared } = requests;
  const all = await original();
  return { ...all, scores, shared: { ...all.shared, ...shared } } as unknown as typeof all;
});

const EVENING = newEvening(
  ['Ruth', 'Ben', 'Ada'].map((name) => ({ name, face: 'bear', colour: 'sky' })),
  'sabra',
  0,
);
const KEPT: Kept = { id: 'e1', evening: EVENING, before: [], shared: '', code: '', keeps: true, unsent: false };
const SHARED: Kept = { ...KEPT, shared: 's1', code: '111111' };
const OFFLINE = new ApiError(0, 'offline', 'no connection');

/** The server's version of the evening. */
let version: number;
let evening: Evening;
const answer = (some: Partial<SharedEvening> = {}): SharedEvening => ({
  ...{ id: 's1', code: '111111', version, seat: null, keeps: true, owns: true, keeper_away: false },
  ...{ members: 1, taken: [], phones: [], evening: evening as SharedEvening['evening'], ...some },
});

let sheet: Sheet;
const failed = vi.fn<(error: unknown) => void>();
function open(kept: Kept): void {
  keep(kept);
  sheet = new Sheet(kept, failed);
}
/** Follow the other phones for some time. */
async function follow(ms = 10_000): Promise<void> {
  const stop = sheet.follow();
  await vi.advanceTimersByTimeAsync(ms);
  stop();
}
const titled =
  (title: string) =>
  (now: Evening): Evening => ({ ...now, title });
const disputed = (now: Evening): Evening => ({ ...now, disputes: now.disputes + 1 });

/** A promise that is settled by hand. */
function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  return { promise: new Promise<T>((done) => (resolve = done)), resolve };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  localStorage.clear();
  [version, evening] = [1, EVENING];
  requests.scores.mockImplementation(() => Promise.resolve({ totals: [0, 0, 0] } as unknown as ScoreAnswer));
  requests.view.mockImplementation((_, after) =>
    Promise.resolve(answer(after === version ? { evening: null } : {})),
  );
  requests.share.mockImplementation((shared) => {
    evening = shared;
    return Promise.resolve(answer());
  });
  requests.put.mockImplementation((_, known, changed) => {
    if (known !== version) return Promise.reject(new ApiError(409, 'conflict', ''));
    version++;
    evening = changed;
    return Promise.resolve(answer());
  });
  requests.end.mockResolvedValue();
  return () => vi.useRealTimers();
});

test('a change that could not be sent is sent after a reload, along with the racks from other phones', async () => {
  requests.put.mockRejectedValue(OFFLINE);
  requests.view.mockRejectedValue(OFFLINE);
  open(SHARED);
  await sheet.change(titled('Friday'));
  await follow(0);
  expect([evening.title, keptEvening('e1')!.evening.title]).toEqual(['', 'Friday']);
  requests.put.mockReset().mockImplementation((_, known, changed) => {
    expect(known).toBe(version);
    evening = changed;
    return Promise.resolve(answer());
  });
  requests.view.mockReset().mockImplementation(() => Promise.resolve(answer()));
  const count = { out: null, left: [null, 7, null], opened: [true, true, true] };
  evening = { ...evening, counting: { round: 0, said: false, count } } as unknown as Evening;
  sheet = new Sheet(keptEvening('e1')!, failed);
  await follow();
  expect(evening.title).toBe('Friday');
  expect(evening.counting?.count.left).toEqual([null, 7, null]);
  expect(keptEvening('e1')!.unsent).toBe(false);
  expect(requests.put).toHaveBeenCalledOnce();
});

test('a change is sent again while the server is busy, and only once if it refuses the change', async () => {
  open(SHARED);
  requests.put.mockRejectedValueOnce(new ApiError(503, 'server_busy', ''));
  await sheet.change(titled('Friday'));
  await follow();
  expect([evening.title, requests.put.mock.calls.length, failed.mock.calls.length]).toEqual(['Friday', 2, 0]);
  const refusal = new ApiError(413, 'too_large', '');
  requests.put.mockClear().mockRejectedValueOnce(refusal);
  await sheet.change(titled('Saturday'));
  await follow();
  expect(requests.put).toHaveBeenCalledOnce();
  expect(failed.mock.calls).toEqual([[refusal]]);
  expect([evening.title, sheet.evening.title]).toEqual(['Friday', 'Saturday']);
  await sheet.change(disputed);
  await follow();
  expect(evening).toMatchObject({ title: 'Saturday', disputes: 1 });
});

test('a change is made once, although another phone was faster', async () => {
  open(SHARED);
  await follow(0);
  version = 5;
  evening = titled('Friday')(evening);
  await sheet.change(disputed);
  await follow();
  expect(evening).toMatchObject({ title: 'Friday', disputes: 1 });
  expect(sheet.evening).toMatchObject({ title: 'Friday', disputes: 1 });
});

test('requests about the shared evening do not overlap', async () => {
  open(SHARED);
  const slow = later<SharedEvening>();
  requests.view.mockReturnValueOnce(slow.promise);
  const stop = sheet.follow();
  await vi.advanceTimersByTimeAsync(20_000);
  const changed = sheet.change(disputed);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([requests.view.mock.calls.length, requests.put.mock.calls.length]).toEqual([1, 0]);
  slow.resolve(answer());
  await changed;
  await vi.advanceTimersByTimeAsync(5000);
  expect(requests.put).toHaveBeenCalledOnce();
  expect(evening.disputes).toBe(1);
  stop();
});

test('an evening that is no longer shared remains so if a response is late', async () => {
  open(SHARED);
  const slow = later<SharedEvening>();
  requests.view.mockReturnValueOnce(slow.promise);
  const stop = sheet.follow();
  await vi.advanceTimersByTimeAsync(0);
  await sheet.unshare();
  expect(requests.end).toHaveBeenCalledWith('s1');
  slow.resolve(answer());
  await vi.advanceTimersByTimeAsync(5000);
  expect([sheet.kept.shared, keptEvening('e1')!.shared, sheet.phones]).toEqual(['', '', null]);
  stop();
});

test('a deleted evening is not stored again by a late response', async () => {
  open(SHARED);
  const slow = later<SharedEvening>();
  requests.view.mockReturnValueOnce(slow.promise);
  const stop = sheet.follow();
  await vi.advanceTimersByTimeAsync(0);
  stop();
  forget('e1');
  slow.resolve(answer());
  await vi.advanceTimersByTimeAsync(0);
  expect(keptEvening('e1')).toBeUndefined();
});

test('a change while the evening is being shared is sent afterwards', async () => {
  open(KEPT);
  const slow = later<SharedEvening>();
  requests.share.mockReturnValueOnce(slow.promise);
  const sharing = sheet.share();
  await vi.advanceTimersByTimeAsync(0);
  await sheet.change(disputed);
  slow.resolve(answer());
  await sharing;
  await follow();
  expect([evening.disputes, sheet.evening.disputes]).toEqual([1, 1]);
});

test('a change resolves once the latest scores have been computed', async () => {
  open(KEPT);
  await vi.advanceTimersByTimeAsync(0);
  const [first, second] = [later<ScoreAnswer>(), later<ScoreAnswer>()];
  requests.scores.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
  const done = vi.fn();
  void sheet.change(disputed).then(done);
  void sheet.change(disputed);
  first.resolve({ totals: [1] } as unknown as ScoreAnswer);
  await vi.advanceTimersByTimeAsync(0);
  expect(done).not.toHaveBeenCalled();
  second.resolve({ totals: [2] } as unknown as ScoreAnswer);
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toHaveBeenCalled();
  expect(sheet.score!.totals).toEqual([2]);
});

test('quick changes ask for scores one after another, and only for the latest', async () => {
  open(KEPT);
  await vi.advanceTimersByTimeAsync(0);
  requests.scores.mockClear();
  const first = later<ScoreAnswer>();
  requests.scores.mockReturnValueOnce(first.promise);
  const changes = Array.from({ length: 40 }, () => sheet.change(disputed));
  expect(requests.scores).toHaveBeenCalledTimes(1);
  first.resolve({ totals: [1] } as unknown as ScoreAnswer);
  await Promise.all(changes);
  expect(requests.scores).toHaveBeenCalledTimes(2);
});

test('a rack that the server refuses is not entered', async () => {
  open({ ...SHARED, keeps: false });
  await follow(0);
  requests.rack.mockRejectedValueOnce(new ApiError(409, 'other_round', '')).mockResolvedValueOnce(answer());
  expect(await sheet.enterRack([5], true)).toBe(false);
  expect(failed).toHaveBeenCalledOnce();
  expect(await sheet.enterRack([5], true)).toBe(true);
});

test('if the browser has no room for a change, the sheet says so', async () => {
  open(KEPT);
  const stored = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.getItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  await sheet.change(disputed);
  expect(sheet.unstored).toBe(true);
  vi.unstubAllGlobals();
  await sheet.change(disputed);
  expect(sheet.unstored).toBe(false);
});

test('only the changes to the latest evening can be undone', () => {
  keep({ ...KEPT, before: [[], []] });
  keep({ ...KEPT, id: 'e2', before: [[]] });
  expect([keptEvening('e1')!.before, keptEvening('e2')!.before]).toEqual([[], [[]]]);
});
