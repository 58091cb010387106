import { describe, expect, it, test } from 'vitest';
import {
  comparedOf,
  costOf,
  costOfMistake,
  deedOf,
  discarding,
  discardVerdict,
  endOf,
  exerciseOf,
  idleAction,
  laying,
  startOf,
  verdictOf,
} from '../../src/review/judge';
import type { Decision, Option, Position, Reason } from '../../src/net/types/review';

const option = (tiles: string, mean: number, action = tiles || 'draw'): Option => {
  const win: Option['win'] = [mean, mean - 0.1, mean + 0.1];
  return { actions: [action], tiles, win, points: [0, null, null], n: 96 };
};
const chosen = option('', 0.4);
const best = option('r5 r6', 0.6);
const decision: Decision = {
  turn: 3,
  actions: ['draw'],
  grade: 'blunder',
  reason: { code: 'more', tiles: 'r5 r6', facts: [] },
  chosen,
  best,
  options: [best, option('b1', 0.58), option('k2', 0.45), chosen, option('k1', 0.2)],
  error: { win: [0.2, 0.1, 0.3], points: [0, null, null] },
};
const judged = (tiles: string, out = false) =>
  verdictOf(decision, tiles.split(' ').filter(Boolean), { out, melds: [] });

describe('a decision that is tried again', () => {
  it('is good with the tiles of the better play, in any order', () => expect(judged('r6 r5')).toBe('good'));
  it('is good if it is nearly as good as the best', () => expect(judged('b1')).toBe('good'));
  it('is good if it goes out', () => expect(judged('k9', true)).toBe('good'));
  it('is not good if it is much worse than the best, even if it is better than in the game', () => {
    expect(judged('k2')).toBe('part');
    expect(judged('k1')).toBe('worse');
  });
  it('is not good if it repeats the original play', () => expect(judged('')).toBe('worse'));
  it('is unknown if it was not compared', () => expect(judged('o13')).toBe('unknown'));
  it('is not good if going out is missed again, even without a comparison', () => {
    const missed: Decision = {
      turn: 9,
      actions: ['draw'],
      grade: 'blunder',
      reason: { code: 'out_missed', tiles: 'r5 r6', facts: [] },
    };
    expect(verdictOf(missed, [], { out: false, melds: [] })).toBe('worse');
    expect(verdictOf(missed, ['r5'], { out: false, melds: [] })).toBe('worse');
    expect(verdictOf(missed, ['r5', 'r6'], { out: true, melds: [] })).toBe('good');
  });
  it('may be waiting', () => {
    const waiting: Decision = {
      turn: 1,
      actions: [],
      grade: 'mistake',
      reason: { code: 'draw', tiles: 'r5', facts: [] },
    };
    expect(verdictOf(waiting, [], { out: false, melds: [] })).toBe('good');
    expect(verdictOf(waiting, ['r5'], { out: false, melds: [] })).toBe('unknown');
  });
});

describe('a turn without laid tiles', () => {
  const turn = (better: string[], code: Reason['code'] = 'more'): Decision => ({
    turn: 1,
    actions: ['play + r3 r4 r5', 'pass'],
    grade: 'mistake',
    better,
    reason: { code, tiles: 'r5', facts: [] },
  });
  it('ends with a draw or a pass, as the review says', () => {
    expect(idleAction(decision)).toBe('draw');
    expect(idleAction(turn(['pass'], 'pass'))).toBe('pass');
  });
  it('has no such end if turns end with a discard', () => {
    expect(idleAction(turn(['discard k5'], 'hold'))).toBeNull();
    expect(idleAction(turn(['draw'], 'not_take'))).toBeNull();
  });
});

describe('the original play', () => {
  const win = (mean: number): Option['win'] => [mean, null, null];
  it('is never better, even if nothing better is known', () => {
    const held = option('', 0.4);
    const same: Decision = {
      turn: 0,
      actions: ['draw'],
      grade: '',
      reason: { code: 'opening_missed', tiles: 'r9 r10 r11', facts: [] },
      chosen: held,
      best: held,
      options: [held],
    };
    expect(verdictOf(same, [], { out: false, melds: [] })).toBe('worse');
  });
  it('may be arranged better, which the table decides', () => {
    const turned: Decision = {
      turn: 5,
      actions: ['old'],
      grade: 'mistake',
      reason: { code: 'other_table', tiles: 'b4', facts: [] },
      position: { table: 'b1 b2 b3 / k4 r4 o4', rack: 'b4 k1', opened: true, after: 'b1 b2 b3 b4 / k4 r4 o4' },
      chosen: option('b4', 0.4, 'old'),
      best: option('b4', 0.5, 'new'),
      options: [option('b4', 0.4, 'old'), option('b4', 0.5, 'new')],
      error: { win: win(0.1), points: win(0) },
    };
    expect(verdictOf(turned, ['b4'], { out: false, melds: ['o4 k4 r4', 'b1 b2 b3 b4'] })).toBe('good');
    expect(verdictOf(turned, ['b4'], { out: false, melds: ['b1 b2 b3', 'k4 r4 o4 b4'] })).toBe('unknown');
  });
});

describe('an exercise', () => {
  const position: Position = { table: 'k1 k2 k3', rack: 'k4 b9 r9 o9', opened: true, after: 'k1 k2 k3 k4' };
  const lay = 'play k1 k2 k3 => k1 k2 k3 k4';
  const about = (code: Reason['code'], better: string[], tiles = 'k4'): Decision => ({
    turn: 4,
    actions: ['discard b9'],
    grade: 'mistake',
    reason: { code, tiles, facts: [] },
    better,
    position,
  });
  it('is laying tiles, picking a discard, or choosing where to draw', () => {
    expect(exerciseOf(about('more', [lay, 'pass']))).toBe('lay');
    expect(exerciseOf(about('draw', ['draw']))).toBe('lay');
    expect(exerciseOf(about('discard', [lay, 'discard r9']))).toBe('discard');
    expect(exerciseOf(about('take', ['draw discard']))).toBe('take');
  });
  it('is impossible if the better turn needs hidden tiles or a declaration', () => {
    expect(exerciseOf(about('out_missed', ['draw discard', lay, 'discard b9']))).toBeNull();
    expect(exerciseOf(about('out_missed', ['declare k4']))).toBeNull();
    expect(exerciseOf({ ...about('more', [lay]), position: undefined } as unknown as Decision)).toBeNull();
  });
  it('begins after the plays if only the discard was wrong', () => {
    const wrong = about('discard', [lay, 'discard r9']);
    expect(startOf(wrong)).toEqual({ table: 'k1 k2 k3 k4', rack: 'b9 r9 o9' });
    expect(endOf(wrong)).toEqual({ table: 'k1 k2 k3 k4', rack: 'b9 o9' });
    expect(startOf(about('more', [lay]))).toEqual({ table: 'k1 k2 k3', rack: 'k4 b9 r9 o9' });
    expect(discardVerdict(wrong, 'r9')).toBe('good');
    expect(discardVerdict(wrong, 'o9')).toBe('unknown');
  });
  it('shows both turns in short', () => {
    const opening = about('open', ['play => r9 b9 *o9', 'pass']);
    expect(deedOf(['draw'], opening)).toEqual({ code: 'draw', tiles: ['?'], n: 0 });
    expect(deedOf(opening.better!, opening, 27)).toEqual({ code: 'open', tiles: ['r9', 'b9', '*'], n: 27 });
    expect(deedOf([lay, 'pass'], about('fewer', ['pass']))).toEqual({ code: 'lay', tiles: ['k4'], n: 1 });
    expect(deedOf([lay, 'discard b9'], about('discard', []))).toEqual({ code: 'discard', tiles: ['b9'], n: 0 });
    expect(deedOf(['declare k4'], about('out_missed', []))).toEqual({ code: 'out', tiles: [], n: 0 });
  });
});

test('another good play is compared with the best one and with the play from the game', () => {
  expect(comparedOf(decision, ['b1'])).toEqual({ n: 58, mine: 40, best: 60 });
  expect(comparedOf(decision, ['r6', 'r5'])).toBeNull(); // the better play that is shown
  expect(comparedOf(decision, ['o13'])).toBeNull(); // not measured
});

test('a mistake costs the difference of the figures shown for the two plays', () => {
  const near = { ...decision, best: option('r5 r6', 0.644), chosen: option('', 0.425) };
  expect(costOfMistake({ ...near, error: { win: [0.219, 0.1, 0.3], points: [0, null, null] } })).toBe(21);
  expect(comparedOf(near, ['b1'])).toMatchObject({ mine: 43, best: 64 });
  expect(costOfMistake({ ...near, error: undefined } as unknown as Decision)).toBeNull();
});

describe('what a try costs', () => {
  const win: Option['win'] = [0.4, 0.3, 0.5];
  // in the smaller sample of all options, everything wins 5 rounds in 100 more
  const rough = [option('r5 r6', 1.05), option('k2', 0.75), option('', 0.55)];
  const measured: Decision = {
    ...decision,
    chosen: option('', 0.6),
    best: option('r5 r6', 1),
    options: rough,
    error: { win, points: win },
  };
  const cost = (tiles: string) => costOf(measured, laying(measured, tiles.split(' ').filter(Boolean)));
  it('is what the list says if the play from the game is repeated', () => expect(cost('')).toBe(40));
  it('comes from the same estimate for any other play', () => {
    expect(cost('k2')).toBe(30);
    expect(cost('r6 r5')).toBe(0);
    expect(comparedOf(measured, ['k2'])).toEqual({ n: 70, mine: 60, best: 100 });
  });
  it('is unknown if the play was not measured', () => {
    expect(cost('o13')).toBeNull();
    expect(costOf({ ...measured, best: undefined } as unknown as Decision, rough)).toBeNull();
  });
  it('is known for a discard', () => {
    const discards = [option('', 1.05, 'discard b1'), option('', 0.75, 'discard b2')];
    const wrong = { ...measured, best: option('', 1, 'discard b1'), options: discards };
    expect(costOf(wrong, discarding(wrong, 'b2'))).toBe(30);
    expect(discardVerdict(wrong, 'b2')).toBe('part');
  });
});
