import { expect, test } from 'vitest';
import { reading } from '../../src/game/room/clock';
import { longTime, shortTime, shownTime } from '../../src/game/turn/shown_time';
import { loadPagesText } from '../../src/text/messages.svelte';

const clock = { turn_ms: 60_000, left_ms: 45_000, reserve_ms: [600_000, 0], running: true, by_days: false };
const shown = (seat: number, since = 0, some: object = {}) => {
  const now = { ...clock, ...some };
  return shownTime(reading(now, seat, since), now);
};

test('the time of the turn and the reserve are shown apart', () => {
  expect(shown(0)).toEqual({ time: '0:45', reserve: '10:00' });
  expect(shown(0, 50_000)).toEqual({ time: '0:00', reserve: '9:55' });
  expect(shown(1)).toEqual({ time: '0:45', reserve: '' });
});

test('without time per turn, the reserve is the time', () => {
  expect(shown(0, 5_000, { turn_ms: null, left_ms: 0 })).toEqual({ time: '9:55', reserve: '' });
});

test('no time is shown without a clock or for turns that last days', () => {
  expect(shown(0, 0, { left_ms: null })).toBeNull();
  expect(shown(0, 0, { by_days: true })).toBeNull();
});

test('a time reads as digits or as words', async () => {
  await loadPagesText();
  expect(shown(0) && [shortTime(shown(0)!), longTime(shown(0)!)]).toEqual([
    '0:45 +10:00',
    '0:45 left · 10:00 in reserve',
  ]);
  expect(longTime(shown(1)!)).toBe('0:45 left');
});
