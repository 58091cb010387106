import { beforeAll, expect, test } from 'vitest';
import PAGES from 'virtual:texts/pages';
import { loadTexts } from '../../src/text/messages.svelte';
import { cornersOf, ratingLine } from '../../src/pages/home/cards/rating_line';
import { playedIn, shownMelds } from '../../src/pages/home/hero/position';
import { awaited, isAsked, joinedRematch, lastOver } from '../../src/pages/home/lists/games';
import { tableWith } from '../../src/pages/home/lists/tables';
import type { LobbyRoom } from '../../src/net/types/http';
import { firstDay, weekOf } from '../../src/puzzles/daily';
import { titleOf } from '../../src/text/ruleset';

beforeAll(() => loadTexts(PAGES));

test('the week of a date begins on the first day where the language is spoken', () => {
  expect(weekOf('2026-11-29', 1)).toEqual([23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`));
  expect(weekOf('2026-11-30', 1)[0]).toBe('2026-11-30');
  expect(weekOf('2026-11-28', 7)[0]).toBe('2026-11-22');
  expect(weekOf('2026-11-29', 7)[0]).toBe('2026-11-29');
  expect(['he', 'de', 'en'].map((language) => firstDay(language, []))).toEqual([7, 1, 7]);
  expect(firstDay('en', ['fr-FR', 'en-GB'])).toBe(1);
});

test('days without an attempt continue the rating line', () => {
  const days = [
    { day: '2026-11-20', points: 1500 },
    { day: '2026-11-22', points: 1480 },
    { day: '2026-11-28', points: 1530 },
  ];
  const line = ratingLine(days, '2026-11-29')!;
  expect(line.points).toEqual([1500, 1500, 1480, 1480, 1480, 1480, 1480, 1480, 1530, 1530]);
  expect([line.week, line.better]).toEqual([50, 8]);
  expect(ratingLine([], '2026-11-29')).toBeNull();
  expect(cornersOf([1500])).toHaveLength(1);
});

test('the melds with the latest play come first, and each played tile is marked once', () => {
  const table = ['k5 r5 b5', 'b5 b6 *b7', 'o1 o2 o3'];
  expect(
    playedIn(
      [
        ['k5', 'r5', 'b5'],
        ['b5', 'b6', '*b7'],
      ],
      ['b5', '*'],
    ),
  ).toEqual([[], [0, 2]]);
  expect(shownMelds(table, ['o3'])[0]).toEqual(['o1', 'o2', 'o3']);
});

test('a rematch waits for the players of the last match who are not there yet', () => {
  const person = (name: string) => ({ kind: 'person', name });
  const card = (room: string, phase: string, next_room: string | null, ...names: string[]): LobbyRoom =>
    ({ room, phase, next_room, seat: 0, gave_up: null, seats: names.map(person) }) as unknown as LobbyRoom;
  const [over, again] = [card('a', 'over', 'b', 'Ann', 'Rik', 'Mo'), card('b', 'waiting', null, 'Ann', 'Mo')];

  expect(awaited(again, [again, over]).map(({ name }) => name)).toEqual(['Rik']);
  expect(awaited({ ...again, phase: 'playing' }, [again, over])).toEqual([]);
  expect(awaited(again, [again])).toEqual([]);
  expect([isAsked(over, [over]), isAsked(over, [over, again])]).toEqual([true, false]);
  expect(joinedRematch(over, [over, again])).toBe(again);
});

test('the last finished match is the latest of those that the user played', () => {
  const card = (room: string, phase: string, ago_ms: number, seat: number | null = 0): LobbyRoom =>
    ({
      room,
      phase,
      ago_ms,
      seat,
      gave_up: null,
      totals: [5, -5],
      leaders: [0],
      wins: [],
    }) as unknown as LobbyRoom;
  const [old, recent] = [card('a', 'over', 9), card('b', 'over', 4)];

  expect(lastOver([old, card('c', 'playing', 1), recent, card('d', 'over', 2, null)])).toBe(recent);
  expect(lastOver([card('c', 'playing', 1)])).toBeNull();
});

test('rules whose title is not loaded yet are called by a name', () => {
  expect(['international', 'sabra', 'pressman-1980', 'mcgraw'].map((name) => titleOf({ name }))).toEqual([
    'International',
    'Sabra',
    'Pressman 1980',
    'McGraw',
  ]);
});

test('a person at an unfinished table of the user is met there again', () => {
  const person = (name: string) => ({ kind: 'person', name });
  const card = (room: string, phase: string, ...names: string[]): LobbyRoom =>
    ({ room, phase, seat: 0, gave_up: null, seats: names.map(person) }) as unknown as LobbyRoom;
  const mine = [card('a', 'over', 'Ann', 'Panda'), card('b', 'playing', 'Ann', 'Panda')];
  expect(tableWith('Panda', mine)?.room).toBe('b');
  expect(tableWith('Ann', mine), 'not the user').toBeUndefined();
  expect(tableWith('Panda', mine.slice(0, 1))).toBeUndefined();
});
