// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { STANDARD } from '../../src/rules';
import { Exercise } from '../../src/review/exercise.svelte';
import type { Decision } from '../../src/net/types/review';

const GAME = {
  rules: 'american',
  players: 2,
  set: STANDARD,
  memory: { load: () => null, save: () => {} },
};
const decision: Decision = {
  turn: 3,
  actions: ['draw'],
  grade: 'blunder',
  reason: { code: 'take', tiles: 'b5', facts: [] },
  better: ['draw discard'],
  position: { table: '', rack: 'r5', opened: true, after: '' },
};

test('a mistake counts as solved when its better play is found, not when it is shown', async () => {
  const onsolved = vi.fn();
  const exercise = new Exercise(GAME, onsolved);
  const remove = exercise.mount(document.createElement('div'));
  exercise.look({ table: '', rack: 'r5' }, { round: 0, decision });
  exercise.show();
  expect(exercise.solved).toBe(true);
  expect(onsolved).not.toHaveBeenCalled();
  exercise.start();
  await exercise.check('draw discard');
  expect(onsolved).toHaveBeenCalledOnce();
  remove();
});
