// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { GAMES, numberAfter, practised, practisedIn } from '../../src/review/practised';
import type { Mark } from '../../src/review/types';

const mark = (round: number, turn: number): Mark => ({ round, decision: { turn, actions: [], grade: 'mistake' } });

beforeEach(() => localStorage.clear());

test('practised mistakes are remembered for each game', () => {
  expect(practised('a', mark(0, 4))).toEqual(['0.4']);
  expect(practised('b', mark(1, 4))).toEqual(['1.4']);
  expect(practised('a', mark(2, 7))).toEqual(['0.4', '2.7']);
  expect(practised('a', mark(0, 4))).toEqual(['0.4', '2.7']);
  expect(['a', 'b', 'c'].map(practisedIn)).toEqual([['0.4', '2.7'], ['1.4'], []]);
});

test('the game reviewed least recently is dropped first', () => {
  for (let game = 0; game < GAMES; game++) practised(`${game}`, mark(0, 1));
  practised('0', mark(0, 2));
  practised('new', mark(0, 1));
  expect(practisedIn('0')).toHaveLength(2);
  expect(practisedIn('1')).toEqual([]);
});

test.each(['{}', '[1]', '[["a"]]', 'no JSON'])('damaged entries are ignored: %s', (text) => {
  localStorage.setItem('tilerummy.practised', text);
  expect(practisedIn('a')).toEqual([]);
  expect(practised('a', mark(0, 4))).toEqual(['0.4']);
});

test('the displayed mistake stays when a longer review finds others', () => {
  const first = [mark(0, 4), mark(1, 2)];
  const latest = [mark(0, 1), mark(0, 4), mark(0, 9), mark(1, 2)];
  expect(numberAfter({ mistakes: first, number: 1 }, latest)).toBe(3);
  expect(numberAfter({ mistakes: first, number: 2 }, latest)).toBe(4);
  expect(numberAfter({ mistakes: latest, number: 2 }, first)).toBe(2);
});

test('two mistakes in one turn, about where to draw and what to lay, are different', () => {
  const lay = mark(0, 4);
  const drawn: Mark = {
    round: 0,
    decision: {
      ...lay.decision,
      reason: { code: 'take', tiles: 'k5', facts: [] },
      position: { table: '', rack: '', opened: true, after: '' },
    },
  };
  expect(practised('a', lay)).toEqual(['0.4']);
  expect(practised('a', drawn)).toEqual(['0.4', '0.4d']);
});
