import { describe, expect, test } from 'vitest';
import type { SeatInfo, LobbyRoom } from '../../src/net/types/http';
import { inProgress, otherSeats, outcomeOf, tilesLeft } from '../../src/pages/home/lists/games';
import { chosenIn, knownOpponents, opponentsIn } from '../../src/pages/new/terms';
import { ago, durationText } from '../../src/pages/home/lists/times';

const seat = (kind: SeatInfo['kind'], name = ''): SeatInfo => ({ kind, name, level: '', face: '', colour: '' });
const SEATS = [seat('person', 'Ann'), seat('computer', 'Mira'), seat('open')];

const card = (some: Partial<LobbyRoom>): LobbyRoom => ({
  room: 'r',
  title: '',
  ruleset: 'sabra',
  phase: 'playing',
  seats: SEATS,
  private: true,
  turn_ms: null,
  by_days: false,
  round: 1,
  rounds: 1,
  seat: 0,
  to_move: 1,
  your_turn: false,
  watching: 0,
  target: null,
  totals: [],
  leaders: [],
  ending: null,
  tiles: [],
  left_ms: null,
  ago_ms: 0,
  wins: [],
  gave_up: null,
  next_room: null,
  ...some,
});

test('one click repeats the last game', () => {
  const rules = { preset: 'sabra+initial_meld.points=50', name: 'Fifty' };
  expect(chosenIn(rules.preset, 'Fifty', ['expert', 'expert'])).toEqual({
    ...rules,
    level: 'expert',
    opponents: 2,
  });
  expect(chosenIn(rules.preset, 'Fifty', ['expert', 'person'])).toEqual(rules);
});

describe('the match to continue', () => {
  const late = card({ room: 'late', ago_ms: 9 });
  const soon = card({ room: 'soon', ago_ms: 3 });

  test('is one where it is my turn', () => {
    const mine = card({ room: 'mine', your_turn: true, ago_ms: 99 });
    expect(inProgress([late, mine, soon], 'late')).toBe(mine);
  });

  test('otherwise the one I left, otherwise the latest', () => {
    expect(inProgress([soon, late], 'late')).toBe(late);
    expect(inProgress([late, soon], null)).toBe(soon);
  });

  test('is never a finished one', () => {
    expect(inProgress([card({ phase: 'over' })], null)).toBeNull();
  });
});

test('a card shows the players and the score', () => {
  const playing = card({ tiles: [4, 3, 0] });
  expect(otherSeats(playing).map(({ name }) => name)).toEqual(['Mira']);
  expect(tilesLeft(card({ tiles: [4, 3], seats: SEATS.slice(0, 2) }))).toEqual({ mine: 4, seat: 1, other: 3 });
  expect(tilesLeft(card({}))).toBeNull();
});

describe('a finished match', () => {
  const over = card({ phase: 'over', totals: [-18, 18], leaders: [1], wins: [0, 1] });

  test('of one round shows the winner and the points', () => {
    expect(outcomeOf(over)).toEqual({ how: 'lost', points: -18, wins: [] });
    expect(outcomeOf({ ...over, leaders: [0] })).toMatchObject({ how: 'won' });
  });

  test('of several rounds shows the rounds won, mine first', () => {
    expect(outcomeOf({ ...over, rounds: 3, seat: 1, wins: [1, 2] })).toEqual({
      how: 'won',
      points: null,
      wins: [2, 1],
    });
  });

  test('without a winner was a draw, or was abandoned', () => {
    const nobody = { ...over, totals: [0, 0], leaders: [0, 1], wins: [0, 0] };
    expect(outcomeOf(nobody)).toEqual({ how: 'drawn', points: null, wins: [] });
    expect(outcomeOf({ ...nobody, ending: 'agreed' })).toMatchObject({ how: 'stopped' });
  });

  test('that I resigned from lists only the other players', () => {
    const left = { ...over, seat: null, gave_up: 0 };
    expect(outcomeOf(left)).toMatchObject({ how: 'gave_up', points: -18 });
    expect(otherSeats(left).map(({ name }) => name)).toEqual(['Mira']);
  });

  test('has no outcome for spectators', () => expect(outcomeOf({ ...over, seat: null })).toBeNull());
});

test('a new table starts with the opponents in the address', () => {
  const named = (text: string): string[] => opponentsIn(new URLSearchParams(text));
  expect(named('opponents=2&level=casual')).toEqual(['casual', 'casual']);
  expect(named('ruleset=sabra')).toEqual(['person']);
  expect(named('opponents=99&level=casual')).toEqual(['person']);
  const levels = [{ name: 'casual' }];
  expect(knownOpponents(named('opponents=2&level=wizard'), levels)).toEqual(['person', 'person']);
  expect(knownOpponents(['casual', 'person'], levels)).toEqual(['casual', 'person']);
});

test('times are written in everyday words', () => {
  const now = new Date(2026, 10, 23, 12);
  const hour = 3_600_000;
  expect(durationText(21.4 * hour, 'en')).toBe('21 hours');
  expect(durationText(50 * hour, 'de')).toBe('2 Tage');
  expect(durationText(20_000, 'en')).toBe('1 minute');
  expect(ago(5 * 60_000, now, 'en')).toBe('5 minutes ago');
  expect(ago(2 * hour, now, 'en')).toBe('2 hours ago');
  expect(ago(20 * hour, now, 'en')).toBe('yesterday');
  expect(ago(40 * hour, now, 'en')).toBe('Saturday');
  expect(ago(20 * 24 * hour, now, 'en')).toMatch(/3 Nov|Nov 3/);
});
