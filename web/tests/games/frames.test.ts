import { describe, expect, test } from 'vitest';
import { frameNamed, framesOf, nameOfFrame } from '../../src/games/page/frames';
import type { Replay, ReplayPosition } from '../../src/net/types/http';

const at = (pool: number): ReplayPosition => ({
  table: [],
  racks: [['k1'], ['k2']],
  pool,
  opened: [false, false],
});
const turn = (seat: number, pool: number) => ({ seat, events: [], after: at(pool) });
const replay = {
  ruleset: 'sabra',
  seats: [],
  totals: [0, 0],
  rounds: [
    { starter: 0, start: at(9), turns: [turn(0, 8), turn(1, 7)] },
    { starter: 1, start: at(6), turns: [turn(1, 5)] },
  ],
} as unknown as Replay;
const frames = framesOf(replay);

describe('the positions of a game', () => {
  test('start with each deal and follow its turns', () => {
    expect(frames.map((frame) => [nameOfFrame(frame), frame.position.pool])).toEqual([
      ['r1t0', 9],
      ['r1t1', 8],
      ['r1t2', 7],
      ['r2t0', 6],
      ['r2t1', 5],
    ]);
  });

  test('are found by name', () => {
    for (const [i, frame] of frames.entries()) expect(frameNamed(frames, `#${nameOfFrame(frame)}`)).toBe(i);
  });

  test('are the nearest ones if an address is out of range', () => {
    expect(frameNamed(frames, '#r1t99')).toBe(2);
    expect(frameNamed(frames, '#r9t0')).toBe(4);
    for (const odd of ['', '#', '#nonsense', '#r1', '#r-1t2']) expect(frameNamed(frames, odd)).toBe(0);
  });
});
