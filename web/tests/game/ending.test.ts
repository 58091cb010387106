// @vitest-environment happy-dom
/** The explanation of a round's result. */

import ENDING from 'virtual:texts/ending';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  familyOf,
  gaveUpSoon,
  hasCompany,
  jokerCost,
  kindOfWin,
  leftOn,
  partsOf,
  ranked,
  standingOf,
  tieBreakOf,
  winnersOf,
} from '../../src/game/ending/explain';
import { dividedAtSum, headOf, howOf, leftWords } from '../../src/game/ending/text';
import { loadTexts } from '../../src/text/messages.svelte';
import type { Room } from '../../src/game/room/room.svelte';
import type { GameView, ResultView, RoomView } from '../../src/net/types';

const RESULT: ResultView = {
  ending: 'went_out',
  scores: [127, -83, -23, -21],
  racks: [[], [], [], []],
  winner: 0,
  win: null,
  hand: null,
  penalties: [],
  could_open: [],
};
const hands = (...them: { opened: boolean; discards: string[] }[]): GameView =>
  ({ hands: them }) as unknown as GameView;

describe('sums', () => {
  test('the winner scores the tiles left on the other racks', () => {
    expect(partsOf(RESULT)).toEqual([83, 23, 21]);
    expect(ranked(RESULT.scores, 'sum')).toEqual([0, 3, 2, 1]);
  });

  test('are part of a sentence', () => {
    const sentence = 'You score 83 + 23 + 21 = 127 points.';
    expect(dividedAtSum(sentence, RESULT)).toEqual(['You score ', '83 + 23 + 21 = ', '127', ' points.']);
    expect(dividedAtSum('You score 83 points.', { ...RESULT, scores: [83, -83] })).toBeNull();
    expect(dividedAtSum(sentence, null)).toBeNull();
  });

  test('totals count once a match of several rounds has ended', () => {
    const view = (phase: string, results: ResultView[]): RoomView =>
      ({ phase, results, totals: [88, -26, -6, -56] }) as unknown as RoomView;
    expect(standingOf(view('over', [RESULT, RESULT]), RESULT)).toEqual([88, -26, -6, -56]);
    expect(standingOf(view('over', [RESULT]), RESULT)).toEqual(RESULT.scores);
    expect(standingOf(view('between', [RESULT, RESULT]), RESULT)).toEqual(RESULT.scores);
  });

  test('low scores win in McGraw', () => {
    expect(familyOf('mcgraw')).toBe('low');
    expect(familyOf('sabra+initial_meld.points=50')).toBe('sum');
    expect(ranked([12, 0, 30], 'low')).toEqual([1, 0, 2]);
  });

  test('the cost of a joker', () => {
    expect(leftOn(['r6', '*', 'k4'])).toEqual({ tiles: 2, jokers: 1 });
    expect(jokerCost(['r6', '*', 'k4'], 40)).toBe(30);
    expect(jokerCost(['*', '*'], 50)).toBe(25);
    expect(jokerCost(['r6'], 6)).toBeNull();
    expect(jokerCost(['*', 'k4'], 3)).toBeNull();
  });
});

test('an absent player can accept a rematch later if turns take days', () => {
  const view = (by_days: boolean, kind = 'person', connected = false): RoomView =>
    ({
      seats: [
        { kind: 'person', connected: true },
        { kind, connected },
      ],
      terms: { by_days },
    }) as unknown as RoomView;
  expect(hasCompany(view(true), 0)).toBe(true);
  expect(hasCompany(view(false), 0)).toBe(false);
  expect(hasCompany(view(false, 'person', true), 0)).toBe(true);
  expect(hasCompany(view(false, 'computer'), 0)).toBe(true);
  expect(hasCompany(view(true, 'open'), 0)).toBe(false);
});

describe('winners', () => {
  const view = (phase: string, leaders: number[]): RoomView =>
    ({ phase, leaders, totals: [0, 0, 0, 0] }) as unknown as RoomView;

  test('of a round during a match, of the match at its end', () => {
    expect(winnersOf(view('between', []), RESULT)).toEqual([0]);
    expect(winnersOf(view('over', [2]), RESULT)).toEqual([2]);
  });

  test('none, if all are equal', () => {
    expect(winnersOf(view('over', [0, 1, 2, 3]), RESULT)).toEqual([]);
    expect(winnersOf(view('over', [1, 2]), RESULT), 'seat 0 gave up, and nobody had scored').toEqual([]);
    expect(winnersOf(view('between', []), null)).toEqual([]);
  });
});

describe('giving up', () => {
  beforeAll(() => loadTexts(ENDING));
  const result: ResultView = { ...RESULT, ending: 'resigned', scores: [83, -83], racks: [['k1'], ['k2']] };
  const room = (turn: number, results = [result]): Room =>
    ({
      view: {
        ...{ phase: 'over', leaders: [0], totals: [83, -83], results, terms: { ruleset: 'sabra', rounds: null } },
        seats: [{ name: 'Mona' }, { name: 'Tom', resigned: true }],
      },
      ...{ game: { turn }, gaveUp: null, me: 0, seat: 0, nameOf: (i: number) => ['Mona', 'Tom'][i] },
      seating: { seats: [{ name: 'Mona' }, { name: 'Tom' }], me: 0 },
    }) as unknown as Room;

  test('within the first turns shows no victory', () => {
    expect(headOf(room(2), result)).toBe('Tom gave up');
    expect(howOf(room(2), result).join(' ')).not.toContain('Tom gave up');
    expect(headOf(room(20), result)).toBe('You win the match!');
    expect(howOf(room(20), result)[0]).toBe('Tom gave up.');
  });

  test('is soon only in the first round', () => {
    expect(gaveUpSoon(room(2), result)).toBe(true);
    expect(gaveUpSoon(room(2, [RESULT, result]), result)).toBe(false);
    expect(gaveUpSoon(room(2), RESULT)).toBe(false);
  });
});

describe('a tie for the lowest rack', () => {
  beforeAll(() => loadTexts(ENDING));
  const tied = (racks: string[][], scores: number[]): ResultView => ({
    ...RESULT,
    ...{ ending: 'pool_exhausted', winner: 1, racks, scores },
  });
  const BY_TILES = tied([['r7', 'k8'], ['k15'], ['k10', 'k13']], [0, 8, -8]);
  const BY_TURN = tied(
    [
      ['r7', 'k8'],
      ['k7', 'r8'],
      ['k10', 'k13'],
    ],
    [0, 8, -8],
  );
  const NO_TIE = tied(
    [
      ['r7', 'k9'],
      ['k7', 'r8'],
      ['k10', 'k13'],
    ],
    [-1, 9, -8],
  );
  const how = (result: ResultView, me: number): string => {
    const seats = ['Tom', 'Ana', 'Zoe'].map((name) => ({ kind: 'person', name }));
    const view = { phase: 'between', seats, terms: { ruleset: 'sabra', rounds: 3 } };
    return howOf({ view, me, seat: me, nameOf: (i: number) => seats[i]!.name } as unknown as Room, result).join(
      ' ',
    );
  };

  test('is broken by the number of tiles, and then by the order of turns', () => {
    expect([BY_TILES, BY_TURN, NO_TIE, RESULT].map(tieBreakOf)).toEqual(['tiles', 'turn', null, null]);
  });

  test('is explained, and only a tie', () => {
    expect(how(BY_TILES, 0)).toContain(
      'tie for the fewest points left. Ana has fewer tiles and scores the difference: 8 points.',
    );
    expect(how(BY_TURN, 0)).toContain(
      'Ana would have been the first of them to play and scores the difference: 8 points.',
    );
    expect(how(BY_TURN, 1)).toContain(
      'You would have been the first of them to play and score the difference: 8 points.',
    );
    expect(how(NO_TIE, 0)).toContain(
      'Ana has the fewest points left and scores the difference: 1 + 8 = 9 points.',
    );
  });

  test('is explained even if no one scores', () => {
    expect(
      how(
        tied(
          [
            ['r7', 'k8'],
            ['r7', 'k8'],
            ['r7', 'k8'],
          ],
          [0, 0, 0],
        ),
        0,
      ),
    ).toContain('Ana would have been');
  });
});

describe('penalties for never having opened', () => {
  beforeAll(() => loadTexts(ENDING));
  const room = { view: { terms: { ruleset: 'sabra' } }, game: null } as unknown as Room;
  const paid = (n: number, melds: string[][]): ResultView => ({
    ...RESULT,
    scores: [49 + n, -49 - n],
    racks: [[], ['r10', 'k9', '*']],
    penalties: [0, n],
    could_open: [[], melds],
  });

  test('the words on the result card', () => {
    expect(leftWords(room, paid(100, []), 1)).toBe('2 tiles left and a joker (30), never opened: 100');
    expect(leftWords(room, paid(200, [['r10', 'k10', 'b10']]), 1)).toBe(
      '2 tiles left and a joker (30), could have opened: 200',
    );
    expect(leftWords(room, { ...RESULT, racks: [[], ['r10']] }, 1), 'no penalty').toBe('1 tile left');
  });
});

describe('International', () => {
  const won = (win: string, score: number): ResultView => ({ ...RESULT, win, scores: [score, -100] });

  test('a joker as the last discard doubles', () => {
    const game = hands({ opened: true, discards: ['*'] }, { opened: true, discards: [] });
    expect(kindOfWin(won('open', 200), game)).toEqual({ doubled: true, alone: false, worth: 200, unopened: 200 });
  });

  test('an open win when no one else has opened', () => {
    const game = hands({ opened: true, discards: ['r3'] }, { opened: false, discards: [] });
    expect(kindOfWin(won('open', 200), game)).toEqual({ doubled: false, alone: true, worth: 200, unopened: 100 });
  });

  test('a closed hand costs the other players its value', () => {
    const game = hands({ opened: true, discards: ['r3'] }, { opened: false, discards: [] });
    expect(kindOfWin(won('closed', 1600), game)?.unopened).toBe(1600);
  });

  test("no one pays the winner's trump bonus", () => {
    const game = hands({ opened: true, discards: ['r3'] }, { opened: false, discards: [] });
    expect(kindOfWin(won('closed', 1650), game)).toMatchObject({ worth: 1600, unopened: 1600 });
    expect(kindOfWin(won('open', 250), game)).toMatchObject({ worth: 200, unopened: 100 });
  });

  test('no winner', () => expect(kindOfWin({ ...RESULT, winner: null }, null)).toBeNull());
});
