import { beforeAll, expect, test } from 'vitest';
import REVIEW from 'virtual:texts/review';
import { loadTexts } from '../../src/text/messages.svelte';
import { factText, praiseText, titleText } from '../../src/review/text';
import type { Decision } from '../../src/net/types/review';

beforeAll(() => loadTexts(REVIEW));

const decision: Decision = {
  turn: 3,
  actions: ['play => r3 r4 r5', 'pass'],
  grade: 'blunder',
  reason: { code: 'draw', tiles: 'r3 r4 r5', facts: [] },
  better: ['draw'],
  position: { table: '', rack: 'r3 r4 r5', opened: true, after: '' },
};

test('the title gives the better play away only once it is known', () => {
  expect(titleText(decision, false)).toBe('Find something better');
  expect(titleText(decision, true)).toBe('You laid, but waiting was better');
});

test('the title of a mistake that cannot be tried again says what was wrong', () =>
  expect(titleText({ ...decision, better: ['declare k4'] }, false)).toBe('You laid, but waiting was better'));

test('a fact in a sentence by itself names the better play', () => {
  for (const code of ['keeps_joker', 'goes_out', 'measured', 'scores', 'costs_less'])
    expect(factText({ code, count: 1, instead: 1 }, [])).toMatch(/the better play/i);
});

test('praise counts turns as their player counts them', () =>
  expect(praiseText({ code: 'opened', turn: 7 }, 3)).toBe('You opened in turn 3, as soon as you could.'));
