// @vitest-environment happy-dom
/** Playback writes its position into the address. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Player, SPEEDS } from '../../src/games/page/player.svelte';
import type { Replay, ReplayPosition } from '../../src/net/types/http';

const at = (pool: number): ReplayPosition => ({
  table: [],
  racks: [['k1'], ['k2']],
  pool,
  opened: [false, false],
});
const turns = [1, 2, 3].map((n) => ({ seat: n % 2, events: [], after: at(9 - n) }));
const replay = {
  ruleset: 'sabra',
  seats: [],
  totals: [0, 0],
  rounds: [{ starter: 0, start: at(9), turns }],
} as unknown as Replay;

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/games/1');
});
afterEach(() => void vi.useRealTimers());

test('it advances automatically, within its history entry', () => {
  const player = new Player(replay, '');
  const before = history.length;
  player.toggle();
  vi.advanceTimersByTime(SPEEDS[player.speed]);
  expect([player.at, location.hash, history.length]).toEqual([1, '#r1t1', before]);
});

test('a shared link without a position opens at the last play, and a named one where it says', () => {
  const played = turns.map((turn, i) => ({ ...turn, events: i === 1 ? [{ type: 'Played' }] : [] }));
  const game = { ...replay, rounds: [{ ...replay.rounds[0]!, turns: played }] } as unknown as Replay;
  expect(new Player(game, '', true).at).toBe(2);
  expect(new Player(replay, '', true).at).toBe(3);
  expect(new Player(game, '#r1t1', true).at).toBe(1);
  expect(new Player(game, '').at).toBe(0);
  const player = new Player(game, '', true);
  player.follow();
  expect(player.at).toBe(2);
});

test('a game that was opened at its last play is played from the deal', () => {
  const player = new Player(replay, '', true);
  player.toggle();
  expect([player.at, player.playing]).toEqual([0, true]);
  player.stop();
  player.go(2);
  player.toggle();
  expect(player.at, 'but from a position that was chosen').toBe(2);
  player.stop();
});

test('it pauses below an overlay, whose history entry stays', () => {
  const player = new Player(replay, '');
  player.toggle();
  history.pushState({ over: 1 }, '');
  vi.advanceTimersByTime(SPEEDS[player.speed]);
  expect([player.at, player.playing]).toEqual([0, false]);
  expect(history.state).toEqual({ over: 1 });
});
