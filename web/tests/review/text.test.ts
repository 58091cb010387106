import { beforeAll, expect, test } from 'vitest';
import REVIEW from 'virtual:texts/review';
import { loadTexts } from '../../src/text/messages.svelte';
import {
  costText,
  factText,
  leftText,
  noneText,
  praiseText,
  reasonFactText,
  reasonText,
  remarkText,
  titleText,
  waitText,
} from '../../src/review/text';
import { mistakesOf, remarksOf } from '../../src/review/types';
import type { Decision, Option, Review, ReviewedRound } from '../../src/net/types/review';

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

test('a discard that only its chance is against names the better one and what it wins', () => {
  const measured = { code: 'measured', count: 60, instead: 37 };
  const option = (win: number): Option => ({
    actions: [],
    tiles: '',
    win: [win, null, null],
    points: [0, null, null],
    n: 8,
  });
  const discard = (best: number) =>
    ({
      ...decision,
      reason: { code: 'discard', tiles: 'k9', facts: [measured] },
      best: option(best),
      chosen: option(0.37),
      error: { win: [best - 0.37, null, null], points: [0, null, null] },
    }) as Decision;
  expect(reasonFactText(measured, discard(0.6), [])).toBe('Discarding k9 instead wins 2 rounds in 10 more.');
  expect(reasonFactText(measured, discard(0.41), [])).toBe('Discarding k9 instead wins 4 rounds in 100 more.');
  expect(reasonFactText(measured, decision, [])).toMatch(/^Played out/);
});

test('praise counts turns as their player counts them', () =>
  expect(praiseText({ code: 'opened', turn: 7 }, 3)).toBe('Turn 3: opened, as soon as it was possible.'));

test('praise for all decisions counts none of them twice', () => {
  expect(praiseText({ code: 'sound', count: 1, of: 1 }, 3)).toMatch(/^In the only turn/);
  expect(praiseText({ code: 'sound', count: 4, of: 4 }, 3)).toMatch(/^In all 4 turns/);
  expect(praiseText({ code: 'sound', count: 3, of: 4 }, 3)).toMatch(/^In 3 of 4/);
});

test('a cost is given in tenths where it has some', () => {
  expect(costText(23)).toBe('costs 2 wins in 10');
  expect(costText(9)).toBe('costs 9 wins in 100');
});

test('a mistake of another player has their name and never says you', () => {
  expect(titleText(decision, true, 'Ana')).toBe('Ana laid, but waiting was better');
  expect(reasonText(decision, 'Ana')).toMatch(/^Ana laid, but waiting was better: .*3/);
});

const waited: Decision = {
  ...decision,
  grade: '',
  reason: { code: 'opening_missed', tiles: 'r3 r4 r5', count: 12, facts: [] },
  wait: { turns: 10, right: true, win: 0.01 },
};

test('a wait is named by all its turns, before and after the opening is found', () => {
  for (const known of [false, true])
    expect(titleText(waited, known)).toBe('You waited 10 turns with an opening on your rack');
});

test('a wait without a clear cost is a remark and no mistake', () => {
  const rounds = [{ round: 0, decisions: [waited, { ...waited, grade: 'mistake' }, decision] }];
  const review = { seats: [{ rounds }] } as unknown as Review;
  expect(mistakesOf(review).map(({ decision: { grade } }) => grade)).toEqual(['mistake', 'blunder']);
  expect(remarksOf(review).map(({ decision: { wait } }) => wait?.turns)).toEqual([10]);
});

test('a remark about a wait names its opening and no mistake', () => {
  const text = remarkText(waited, 3);
  expect(text).toMatch(
    /^You waited 10 turns with an opening on your rack: .*3.*\. That had no clear cost in wins\./,
  );
  expect(text).not.toMatch(/mistake/);
  expect(remarkText({ ...waited, wait: { turns: 10 } }, 3)).not.toMatch(/clear cost/);
});

test('the experiment is only cited for the rules that it measured', () => {
  for (const seats of [2, 3, 4, 5, 6])
    expect(waitText({ ...waited, wait: { turns: 10, win: 0.01 } }, seats)).not.toMatch(/simulated|\d/);
});

test('where waiting is right, a text says why and from which penalty on it is wrong', () => {
  expect(waitText(waited, 4)).toMatch(/won 69 of 100.*145 points/);
  expect(waitText(waited, 3)).toMatch(/won 93 of 100.*Even a penalty of 300/);
  expect(waitText({ ...waited, grade: 'mistake' }, 3)).toMatch(/^Before opening/);
  expect(waitText({ ...waited, wait: { turns: 10, right: false } }, 5)).toMatch(/cost 52 points a round/);
});

const advised: Decision = { ...decision, grade: '', advice: 'followed' };

test('a remark about advice never blames the player for following it', () => {
  expect(remarkText(advised, 2)).toMatch(/no mistake. A deeper look prefers: draw a tile\.$/);
  const better = ['play => r3 r4 r5'];
  expect(remarkText({ ...advised, better }, 2)).toMatch(/: lay 3 tiles \(.*5\)\.$/);
});

test('advice that cost little is not mentioned', () => {
  const costing = (win: number): Decision => ({
    ...advised,
    error: { win: [win, 0, 1], points: [0, 0, 0] },
  });
  const rounds = [{ round: 0, decisions: [costing(0.03), costing(0.2), advised] }];
  const review = { seats: [{ rounds }] } as unknown as Review;
  expect(remarksOf(review).map(({ decision }) => decision.error?.win[0])).toEqual([0.2, undefined]);
});

test('a game that ended early is not praised as well played', () => {
  const round = (won: boolean | null, turns: number): ReviewedRound => ({
    round: 0,
    won,
    points: null,
    decisions: Array.from({ length: turns }, (_, turn) => ({ ...advised, turn })),
    praise: [],
  });
  expect(noneText([round(true, 1)])).toMatch(/Well played/);
  expect(noneText([round(null, 2)])).toMatch(/too little to review/);
  expect(noneText([round(null, 3)])).toBe('Until the game ended early, nothing was clearly better.');
});

test('the review shows what could have been played in the last turn', () => {
  const left = { turn: 3, better: ['play => r3 r4 r5'], tiles: 'r3 r4 r5', out: true };
  expect(leftText(left)).toMatch(/could have won/);
  expect(leftText({ ...left, out: false })).toBe('Still possible when the game ended');
  expect(leftText({ turn: 3, better: ['draw'], tiles: '', out: false })).toBe('');
});
