import { expect, test } from 'vitest';
import { thoughtsOf } from '../../src/game/ending/motives';

const motive = (seat: number, code: string, params = {}) => ({ seat, code, params });

test('players with the same thoughts share them, without contradictions', () => {
  const motives = [
    motive(1, 'noticed'),
    motive(1, 'noticed_nothing'),
    motive(2, 'noticed_nothing'),
    motive(2, 'noticed'),
    motive(3, 'nothing'),
  ];
  expect(thoughtsOf(motives)).toEqual([
    { seats: [1, 2], motives: [motive(1, 'noticed')] },
    { seats: [3], motives: [motive(3, 'nothing')] },
  ]);
});

test('different numbers are different thoughts', () => {
  const motives = [motive(1, 'most', { n: 3 }), motive(2, 'most', { n: 4 })];
  expect(thoughtsOf(motives).map(({ seats }) => seats)).toEqual([[1], [2]]);
});
