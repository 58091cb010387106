/** A shared evening's clock is sent to the other phones. */
import { beforeEach, expect, test, vi } from 'vitest';
import { newEvening, type Evening } from '../../src/evening/evening';
import { sendClock } from '../../src/evening/send_clock';
import type { Kept } from '../../src/evening/stored';
import { ApiError } from '../../src/net/error';
import type { SharedEvening } from '../../src/net/types/http';

const shared = vi.hoisted(() => ({
  view: vi.fn<() => Promise<SharedEvening>>(),
  put: vi.fn<(id: string, version: number, evening: Evening) => Promise<void>>(),
}));
vi.mock(import('../../src/evening/requests'), async (original) => {
  const all = await original();
  return { ...all, shared: { ...all.shared, ...shared } } as unknown as typeof all;
});

const EVENING = newEvening([], 'sabra', 0);
const at = (used: number): Kept => ({
  ...{ id: 'e1', before: [], shared: 's1', code: '111111', keeps: true, unsent: false },
  evening: { ...EVENING, clock: { mover: 0, since: null, used, reserves: [] } },
});
const sent = (): (number | undefined)[] => shared.put.mock.calls.map(([, , { clock }]) => clock?.used);
const CONFLICT = new ApiError(409, 'conflict', '');

beforeEach(() => {
  vi.resetAllMocks();
  shared.view.mockResolvedValue({ version: 1, keeps: true, evening: EVENING } as unknown as SharedEvening);
});

test('a clock is sent again if another phone was faster', async () => {
  shared.put.mockRejectedValueOnce(CONFLICT);
  await sendClock(at(7));
  expect(sent()).toEqual([7, 7]);
});

test('the latest clock replaces one that could not be sent', async () => {
  shared.put.mockImplementationOnce(() => {
    void sendClock(at(8));
    return Promise.reject(CONFLICT);
  });
  await sendClock(at(7));
  expect(sent()).toEqual([7, 8]);
});

test('a clock is not sent forever', async () => {
  shared.put.mockRejectedValue(CONFLICT);
  await sendClock(at(7));
  expect(sent()).toHaveLength(5);
});
