import { describe, expect, test } from 'vitest';
import { adviceIn } from '../../src/game/draft/submit';
import type { TurnAction } from '../../src/game/draft/choices';
import { readTiles, STANDARD } from '../../src/rules';

const PLAY = { advice: 'play', tiles: ['r5', 'r6', '*'], turn: 4 };
const DONE: TurnAction = { do: 'done' };

function used(action: TurnAction, placed: string, advice: Parameters<typeof adviceIn>[3], turn = 4) {
  return adviceIn(action, turn, readTiles(placed, STANDARD), advice);
}

describe('the advice in a turn', () => {
  test('is laid if the hint laid the tiles, and the player may add others', () => {
    const laid = { ...PLAY, laid: true };
    expect(used(DONE, 'r5 * r6', laid)).toBe('hinted');
    expect(used(DONE, 'r5 * r6 k1', laid)).toBe('hinted');
    expect(used({ do: 'discard', tile: 'k1' }, 'r5 * r6', laid)).toBe('hinted');
    expect(used(DONE, 'r5', laid)).toBeNull(); // taken back
  });
  test('is followed if the player lays exactly its tiles', () => {
    expect(used(DONE, '* r6 r5', PLAY)).toBe('followed');
    expect(used(DONE, 'r5 * r6 k1', PLAY)).toBeNull();
    expect(used({ do: 'draw' }, '', PLAY)).toBeNull();
  });
  test('is followed if the player draws or discards as advised', () => {
    const none = { tiles: [], turn: 4 };
    expect(used({ do: 'draw' }, '', { ...none, advice: 'draw' })).toBe('followed');
    expect(used({ do: 'draw' }, '', { ...none, advice: 'begin' })).toBe('followed');
    expect(used({ do: 'pass' }, '', { ...none, advice: 'draw' })).toBeNull();
    const discard = { advice: 'discard', tiles: ['k1'], turn: 4 };
    expect(used({ do: 'discard', tile: 'k1' }, '', discard)).toBe('followed');
    expect(used({ do: 'discard', tile: 'k2' }, '', discard)).toBeNull();
  });
  test('is not used without advice, or if it came in another turn', () => {
    expect(used(DONE, 'r5 r6 *', null)).toBeNull();
    expect(used(DONE, 'r5 r6 *', PLAY, 6)).toBeNull();
  });
  test('is unknown as long as a hint names no tiles', () => {
    expect(used(DONE, 'r5 r6 r7', { advice: 'play', tiles: [], turn: 4 })).toBeNull();
  });
});
