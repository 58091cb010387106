// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import REVIEW from 'virtual:texts/review';
import { lawOf } from '../../src/game/draft/law';
import { loadDeferred } from '../../src/table/draft_deferred';
import { loadPagesText, loadTexts, setLanguage } from '../../src/text/messages.svelte';
import { verdictOf } from '../../src/review/judge';
import { Exercise } from '../../src/review/exercise.svelte';
import type { TryAnswer } from '../../src/net/types/http';
import type { Decision } from '../../src/net/types/review';

const GAME = {
  rules: 'american',
  players: 2,
  law: lawOf({ 'joker.reuse': 'any' }, null),
  memory: { load: () => null, save: () => {} },
  compare: vi.fn<(tried: object) => Promise<TryAnswer>>(),
};
const decision: Decision = {
  turn: 3,
  actions: ['draw'],
  grade: 'blunder',
  reason: { code: 'take', tiles: 'b5', facts: [] },
  better: ['draw discard'],
  position: { table: '', rack: 'r5', opened: true, after: '' },
};

beforeAll(async () => {
  await setLanguage('en');
  await loadPagesText();
  await loadTexts(REVIEW);
});

test('an exercise begins with a task, and a failed try says what it costs', async () => {
  const exercise = new Exercise(GAME, () => {});
  const remove = exercise.mount(document.createElement('div'));
  const win: [number, number, number] = [0.4, 0.3, 0.5];
  const option = (action: string, mean: number) => ({
    ...{ actions: [action], tiles: '', n: 96, points: win },
    win: [mean, mean, mean] as [number, number, number],
  });
  const [chosen, best] = [option('draw', 0.5), option('draw discard', 0.9)];
  const measured = { ...decision, chosen, best, options: [best, chosen], error: { win, points: win } };
  exercise.look({ table: '', rack: 'r5' }, { round: 0, decision: measured });
  exercise.start();
  expect(exercise.said).toBe('Choose where you would draw. You’ve opened.');
  await exercise.check('draw');
  expect(exercise.said).toBe('That wasn’t better: it costs 4 wins in 10. Look again.');
  remove();
});

test('a try that was not measured says why something else is better', async () => {
  const exercise = new Exercise(GAME, () => {});
  const remove = exercise.mount(document.createElement('div'));
  const reason = { code: 'out_missed' as const, tiles: 'r5', facts: [{ code: 'goes_out' }] };
  const position = { table: '', rack: 'r5', opened: true, after: '' };
  exercise.look(
    { table: '', rack: 'r5' },
    { round: 0, decision: { ...decision, reason, position, better: ['pass'] } },
  );
  exercise.start();
  expect(exercise.said).toBe('Lay what you would play here. You’ve opened.');
  await exercise.check();
  expect(exercise.said).toContain('would have ended and won the round');
  remove();
});

test('a legal try that the review did not compare is compared at once', async () => {
  const exercise = new Exercise(GAME, () => {});
  const remove = exercise.mount(document.createElement('div'));
  const win: [number, number, number] = [0.4, 0.3, 0.5];
  const option = (action: string, mean: number) => ({
    ...{ actions: [action], tiles: '', n: 96, points: win },
    win: [mean, mean, mean] as [number, number, number],
  });
  const [chosen, best] = [option('discard r5', 0.5), option('discard k1', 0.9)];
  const wrong: Decision = {
    ...decision,
    reason: { code: 'discard', tiles: 'k1', facts: [] },
    better: ['discard k1'],
    position: { table: '', rack: 'r5 k1 b2 b9', opened: true, after: '' },
    ...{ chosen, best, options: [option('discard k1', 0.8), chosen], error: { win, points: win } },
  };
  exercise.look({ table: '', rack: 'r5 k1 b2 b9' }, { round: 2, decision: wrong });
  exercise.start();
  const discard = async (tile: string, chance: number, n = 96): Promise<void> => {
    const actions = [`discard ${tile}`];
    GAME.compare.mockResolvedValueOnce({ actions, tiles: '', win: chance, chosen: 0.3, n });
    exercise.table!.control.clear();
    exercise.table!.control.pick([`${tile}.0`], true);
    await exercise.check();
  };
  await discard('b2', 0.4);
  expect(GAME.compare).toHaveBeenLastCalledWith({ round: 2, turn: 3, after: [], discard: 'b2' });
  expect(exercise.said).toBe('That’s better than in the game, but it costs 3 wins in 10. Look again.');
  await discard('b9', 0.1);
  expect(exercise.said).toBe('That wasn’t better: it costs 6 wins in 10. Look again.');
  await discard('b9', 0, 0);
  expect(exercise.said).toBe('That’s legal, but we couldn’t compare it. Try again.');
  await discard('b2', 0.68);
  expect(exercise.said).toBe(
    'Yes, that was better: it wins 88 rounds in 100, and the play from the game 50. The best play found wins 90.',
  );
  remove();
});

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

test('a tile that would split a meld has no place if melds can only be added to', async () => {
  await loadDeferred();
  const exercise = new Exercise(GAME, () => {});
  const remove = exercise.mount(document.createElement('div'));
  const position = { table: 'r3 r4 r5 r6 r7', rack: 'r5 r8', opened: true, after: '' };
  exercise.look({ table: '', rack: '' }, { round: 0, decision: { ...decision, position } });
  exercise.start();
  const { control } = exercise.table!;
  for (const id of ['r5.1', 'r8.0']) control.double(id);
  expect(exercise.table!.melds).toEqual(['r3 r4 r5 r6 r7 r8']);
  remove();
});

test('after a wait, any opening is right, and drawing is none', async () => {
  const exercise = new Exercise(GAME, () => {});
  const remove = exercise.mount(document.createElement('div'));
  const waited: Decision = {
    ...decision,
    actions: ['draw'],
    reason: { code: 'opening_missed', tiles: 'k11 k12 k13', facts: [] },
    better: ['play => k11 k12 k13'],
    position: { table: '', rack: 'k11 k12 k13 r2', opened: false, after: 'k11 k12 k13' },
    wait: { turns: 10, right: true },
  };
  exercise.look({ table: '', rack: 'k11 k12 k13 r2' }, { round: 0, decision: waited });
  exercise.start();
  expect(exercise.said).toBe('Find an opening on this rack.');
  await exercise.check();
  expect(exercise.trying).toBe(true);
  expect(exercise.said).toBe('Find an opening on this rack.');
  exercise.leave();
  expect([exercise.trying, exercise.said, exercise.mark?.decision]).toEqual([false, '', waited]);
  expect(verdictOf(waited, ['k11', 'k12', 'k13'], { out: false, melds: [] })).toBe('good');
  remove();
});
