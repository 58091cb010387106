// @vitest-environment happy-dom
/** Racks from a photo are entered in the score of an evening by the phones that may do so. */
import { mount, unmount } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { begin, changeCount, newEvening, type Evening } from '../../src/evening/evening';
import { Sheet } from '../../src/evening/sheet.svelte';
import { keep, keptEvening, type Kept } from '../../src/evening/stored';
import { ApiError } from '../../src/net/error';
import { STANDARD } from '../../src/rules';
import type { OwnRack, ScoreAnswer, SharedEvening } from '../../src/net/types/http';
import Count from '../../src/photo/answers/Count.svelte';
import { enterCounted, ownSeats } from '../../src/photo/answers/enter';
import { found } from '../../src/photo/position';
import { reading } from './readings';

const requests = vi.hoisted(() => ({
  scores: vi.fn<() => Promise<ScoreAnswer>>(),
  view: vi.fn<(id: string, after: number) => Promise<SharedEvening>>(),
  rack: vi.fn<(id: string, rack: OwnRack) => Promise<SharedEvening>>(),
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
const failed = vi.fn();
let asks: string[];

async function open(some: Partial<Kept>): Promise<Sheet> {
  const kept = { ...KEPT, ...some };
  keep(kept);
  const sheet = new Sheet(kept, failed);
  await sheet.ask();
  return sheet;
}
/** Open the sheet of a phone that does not keep the score. */
async function guest(seat: number | null): Promise<Sheet> {
  const answer = (): SharedEvening =>
    ({ id: 's1', code: '111111', version: 1, keeps: false, seat, evening: EVENING }) as unknown as SharedEvening;
  requests.view.mockImplementation(() => Promise.resolve(answer()));
  requests.rack.mockImplementation(() => Promise.resolve(answer()));
  const sheet = await open({ shared: 's1', code: '111111', keeps: false });
  sheet.follow()();
  await vi.waitFor(() => expect(sheet.phones).not.toBeNull());
  return sheet;
}
const counted = (sheet: Sheet) => sheet.evening.counting?.count;

beforeEach(() => {
  vi.resetAllMocks();
  localStorage.clear();
  asks = [];
  requests.scores.mockImplementation(() =>
    Promise.resolve({ totals: [0, 0, 0], tiles: { asks } } as unknown as ScoreAnswer),
  );
});

test('the phone that keeps the score enters every rack', async () => {
  const sheet = await open({});
  expect(ownSeats(sheet)).toEqual([0, 1, 2]);
  expect(await enterCounted(sheet, 1, [4, 8])).toBe(true);
  expect(counted(sheet)!.left).toEqual([null, [4, 8], null]);
  expect(keptEvening('e1')!.evening).toEqual(sheet.evening);
});

test('another phone enters only its own rack, which the server then shares', async () => {
  const sheet = await guest(2);
  expect(ownSeats(sheet)).toEqual([2]);
  expect(await enterCounted(sheet, 2, [4, 8])).toBe(true);
  expect(requests.rack).toHaveBeenCalledWith('s1', { round: 0, left: [4, 8], opened: true });
  expect(sheet.evening.counting).toBeNull();
  expect(ownSeats(await guest(null))).toEqual([]);
});

test('a rack that the server refuses is not entered', async () => {
  const sheet = await guest(2);
  requests.rack.mockRejectedValue(new ApiError(409, 'conflict', ''));
  expect(await enterCounted(sheet, 2, [4])).toBe(false);
  expect(failed).toHaveBeenCalledOnce();
});

test('a rack that the browser cannot store is not entered', async () => {
  const sheet = await open({});
  const full = (): void => {
    throw new Error('full');
  };
  vi.stubGlobal('localStorage', { getItem: localStorage.getItem.bind(localStorage), setItem: full });
  expect(await enterCounted(sheet, 1, [4])).toBe(false);
  vi.unstubAllGlobals();
});

test('a player who never melded still has not, unless that counts instead of a rack', async () => {
  const unopened = (now: Evening): Evening => changeCount(begin(now), { opened: [true, false, true] });
  const sheet = await open({ evening: unopened(EVENING) });
  await enterCounted(sheet, 1, [4]);
  expect(counted(sheet)!.opened).toEqual([true, false, true]);
  asks = ['win', 'opened'];
  await sheet.ask();
  await enterCounted(sheet, 1, [5]);
  expect(counted(sheet)).toMatchObject({ left: [null, [5], null], opened: [true, true, true] });
});

test('only the phone’s own player is offered, and is marked once the rack has been entered', async () => {
  await guest(2);
  const shown = mount(Count, {
    target: document.body,
    props: {
      found: found(reading('rack k4 b7'), STANDARD),
      ...{ ruleset: 'sabra', evening: 'e1', seat: null, onlook: vi.fn() },
    },
  });
  const buttons = (): NodeListOf<Element> => document.querySelectorAll('.who button');
  const press = async (): Promise<void> => {
    buttons()[0]!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await vi.waitFor(() => expect(requests.rack).toHaveBeenCalledOnce());
    await new Promise((done) => setTimeout(done));
  };
  await vi.waitFor(() => expect(buttons()).toHaveLength(1));
  requests.rack.mockRejectedValueOnce(new ApiError(409, 'conflict', ''));
  await press();
  expect(buttons()[0]!.getAttribute('aria-pressed')).toBe('false');
  requests.rack.mockClear();
  await press();
  expect(buttons()[0]!.getAttribute('aria-pressed')).toBe('true');
  expect(buttons()).toHaveLength(1);
  await unmount(shown);
});
