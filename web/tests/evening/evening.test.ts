import { expect, test } from 'vitest';
import {
  begin,
  changeCount,
  enter,
  newEvening,
  penalise,
  penaltiesIn,
  pointsOf,
  questionOf,
  runningTotals,
  sameAgain,
  setLeft,
  startNext,
  uncounted,
  wentOut,
  withCounts,
  type Evening,
} from '../../src/evening/evening';
import { keyOf } from '../../src/evening/count/typed';
import { stepsOf } from '../../src/evening/count/steps';
import { apart, layout, stepFor } from '../../src/evening/pad/graph';
import type { ScoreAnswer } from '../../src/net/types/http';

const NAMES = ['Ruth', 'Ben', 'Ada'];
const evening = newEvening(
  NAMES.map((name) => ({ name, face: 'bear', colour: 'sky' })),
  'sabra',
  0,
);

/** Count a round: the seat that went out, and what is left by seat. */
function counted(before: Evening, out: number | null, ...left: (readonly number[] | number | null)[]): Evening {
  let now = wentOut(begin(before), out);
  left.forEach((each, seat) => (now = each === null ? now : setLeft(now, seat, each)));
  return enter(now, 1);
}

test('a round is counted rack by rack', () => {
  let now = wentOut(begin(evening), 1);
  expect(uncounted(now)).toEqual([0, 2]);
  now = setLeft(now, 0, [4, 8]);
  expect(uncounted(now)).toEqual([2]);
  now = enter(setLeft(now, 2, 41), 7);
  expect(now.counting).toBeNull();
  expect(now.counts).toHaveLength(1);
  expect(now.counts[0]).toMatchObject({ out: 1, left: [[4, 8], null, 41], at: 7 });
});

test('a rack that is counted leaves its owner as opened as before', () => {
  const now = setLeft(begin(evening), 1, [4], false);
  expect(setLeft(now, 1, [5]).counting!.count).toMatchObject({
    left: [null, [5], null],
    opened: [true, false, true],
  });
  expect(setLeft(now, 1, [5], true).counting!.count.opened).toEqual([true, true, true]);
});

test('a rack that another phone has entered remains when the count begins', () => {
  const entered = changeCount(begin(evening), { left: [null, [7], null] });
  expect(begin(entered).counting!.count.left).toEqual([null, [7], null]);
});

test('a correction replaces the round and keeps its time', () => {
  const one = counted(evening, 1, [4], null, [5]);
  const corrected = enter(setLeft(begin(one, 0), 0, [6]), 99);
  expect(corrected.counts).toHaveLength(1);
  expect(corrected.counts[0]).toMatchObject({ left: [[6], null, [5]], at: 1 });
});

test('if another player went out, the rack of the first one is still to be counted', () => {
  const one = counted(evening, 1, [4], null, [5]);
  const now = wentOut(begin(one, 0), 0);
  expect(now.counting?.count.left).toEqual([null, null, [5]]);
  expect(uncounted(now)).toEqual([1]);
});

test('entering a count again changes nothing, so that changes can be sent again', () => {
  const one = counted(evening, 1, [4], null, [5]);
  expect(enter(one, 2)).toBe(one);
  expect(setLeft(one, 0, [9])).toBe(one);
  expect(changeCount(one, { out: 0 })).toBe(one);
});

test('the question has the round that is being counted only once someone went out', () => {
  expect(questionOf(begin(evening)).counting).toBeNull();
  expect(questionOf(wentOut(begin(evening), 2))).toMatchObject({ counting: { out: 2 }, round: 0, players: 3 });
});

test('an evening is played again by the same players', () => {
  const again = sameAgain({ ...counted(evening, 1, [4], null, [5]), title: 'Friday' }, 2, 5);
  expect(again).toMatchObject({ players: evening.players, counts: [], starter: 2, began: 5, title: '' });
});

test('penalties and the starter belong to the round that is being played, also after an undo', () => {
  const playing = startNext(penalise(penalise(evening, 2, 3), 2, -1), 1, 0);
  expect([penaltiesIn(playing, 0), playing.next_starter]).toEqual([[0, 0, 2], 1]);
  const entered = counted(playing, 1, [4], null, [5]);
  expect([penaltiesIn(entered, 0), penaltiesIn(entered, 1)]).toEqual([
    [0, 0, 2],
    [0, 0, 0],
  ]);
  expect([entered.counts[0]!.starter, entered.next_starter]).toEqual([1, null]);
  expect(questionOf(entered).counts![0]).toMatchObject({ starter: 1, penalties: [0, 0, 2] });
  expect(withCounts(entered, [])).toMatchObject({ counts: [], penalties: [0, 0, 2], next_starter: 1 });
  expect(startNext(playing, 0, 0).next_starter).toBeNull();
  expect(penaltiesIn(penalise(evening, 0, -1), 0)).toEqual([0, 0, 0]);
});

test('points come from the table of the server', () => {
  expect(pointsOf([0, 5, 3], [30, 1, 2, 3, 4, 5])).toBe(38);
  expect(pointsOf(41, [])).toBe(41);
});

test('the questions follow from the rules', () => {
  const international = ['hand', 'joker_discarded', 'opened', 'win'];
  const what = (now: Evening, asks: string[], tied = false) =>
    stepsOf(now.counting!, asks, 3, tied).map(({ what, seat }) => (seat === undefined ? what : `${what} ${seat}`));
  expect(what(begin(evening), [])).toEqual(['out']);
  expect(what(wentOut(begin(evening), 1), [])).toEqual(['out', 'rack 0', 'rack 2']);
  const closed = changeCount(wentOut(begin(evening), 1), { win: 'closed' });
  expect(what(closed, international)).toEqual(['out', 'win', 'hand', 'rack 0', 'rack 2']);
  expect(what(wentOut(begin(evening), null), international)).toEqual(['out', 'rack 0', 'rack 1', 'rack 2']);
  expect(what(wentOut(begin(evening), 0), ['handfuls'], true)).toEqual([
    'out',
    'rack 1',
    'rack 2',
    'handfuls',
    'tied',
  ]);
});

test('keys stand for numbers, and for the digits of a sum', () => {
  const key = (code: string, shiftKey = false, text = '') => ({ key: text, code, shiftKey }) as KeyboardEvent;
  expect(keyOf(key('Digit5'), false)).toBe(5);
  expect(keyOf(key('Digit0'), false)).toBe(10);
  expect(keyOf(key('Digit3', true), false)).toBe(13);
  expect(keyOf(key('KeyJ', false, 'j'), false)).toBe(0);
  expect(keyOf(key('Digit0'), true)).toBe(0);
  expect(keyOf(key('KeyA', false, 'a'), false)).toBeNull();
});

test('totals run from zero, and the graph has at most five lines', () => {
  const score = { totals: [-5, 5], scored: [{ scores: [-8, 8] }, { scores: [3, -3] }] } as unknown as ScoreAnswer;
  expect(runningTotals(score)).toEqual([
    [0, 0],
    [-8, 8],
    [-5, 5],
  ]);
  const plot = layout(runningTotals(score), 400, 118, 30);
  expect(plot.lines.map(({ value }) => value)).toEqual([-10, 0, 10]);
  expect(plot.paths).toHaveLength(2);
  expect(stepFor(-2000, 2400)).toBe(2000);
});

test('faces at the ends of lines do not overlap and keep their order', () => {
  const placed = apart([50, 52, 10, 51], 196, 30);
  const sorted = [...placed].sort((a, b) => a - b);
  sorted.slice(1).forEach((y, i) => expect(y - sorted[i]!).toBeGreaterThanOrEqual(29.9));
  expect(placed[2]).toBeLessThan(placed[0]!);
  expect(placed[0]).toBeLessThan(placed[3]!);
});
