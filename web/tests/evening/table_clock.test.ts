// @vitest-environment happy-dom
/** An evening's clock notes its changes in the evening. */
import { beforeEach, expect, test, vi } from 'vitest';
import { TableClock } from '../../src/evening/clock/table_clock.svelte';
import { newEvening } from '../../src/evening/evening';
import { keep, keptEvening, type Kept } from '../../src/evening/stored';

vi.mock(import('../../src/evening/send_clock'), () => ({ sendClock: () => Promise.resolve() }));

const PLAYERS = ['Ann', 'Ben'].map((name) => ({ name, face: '🦊', colour: 1 })) as never;

/** Store an evening with these values, and return its clock. */
function clockOf(some: Partial<Kept>): TableClock {
  const evening = newEvening(PLAYERS, 'sabra', 0);
  const kept = { id: 'e1', before: [], shared: '', code: '', keeps: true, unsent: false, evening, ...some };
  keep(kept);
  return new TableClock(PLAYERS, kept);
}

beforeEach(() => localStorage.clear());

test('penalties that did not reach the server are sent by the score sheet', () => {
  clockOf({ shared: 's1', code: '111111' }).book(1, 3);

  expect(keptEvening('e1')).toMatchObject({ unsent: true, evening: { penalties: [0, 3] } });
});

test('an evening on one phone has nothing to send', () => {
  clockOf({}).book(1, 3);

  expect(keptEvening('e1')!.unsent).toBe(false);
});

test('only the phone that keeps the score notes penalties', () => {
  expect(clockOf({}).books).toBe(true);
  expect(clockOf({ shared: 's1', code: '111111' }).books).toBe(true);
  expect(clockOf({ shared: 's1', code: '111111', keeps: false }).books).toBe(false);
});
