// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Entry, SeatView } from '../../src/net/types';
import { Speech, moveOf } from '../../src/game/seats/lines';
import SAY from 'virtual:texts/say';
import { loadTexts } from '../../src/text/messages.svelte';

const SEATS = [{ kind: 'person' }, { kind: 'computer', level: 'club' }] as unknown as SeatView[];
const acted = (seat: number, ...events: object[]): Entry[] =>
  [{ seq: 1, what: 'acted', seat, events }] as unknown as Entry[];
const PLAYED = { type: 'Played', seat: 1, placed: 'r5 r6', free: '' };
const DREW = { type: 'Drew', seat: 1, source: 'pool', tiles: '?' };

test.each([
  ['laying', acted(1, PLAYED, { type: 'Passed', seat: 1 }), false, { seat: 1, kind: 'laid', n: 2 }],
  ['drawing', acted(1, DREW), false, { seat: 1, kind: 'drew', n: 0 }],
  ['going out', acted(1, PLAYED, { type: 'Ended', winner: 1 }), true, { seat: 1, kind: 'out', n: 2 }],
  ['drawing in a game with discards', acted(1, DREW), true, null],
  ['a person', acted(0, PLAYED), false, null],
])('a line is about %s', (_, entries, discards, move) => {
  expect(moveOf(entries, SEATS, discards)).toEqual(move);
});

test('no two moves in a row have a line, and no line comes twice in a row', async () => {
  await loadTexts(SAY);
  const speech = new Speech();
  const move = { seat: 1, kind: 'laid', n: 2 } as const;
  const said = Array.from({ length: 12 }, (_, turn) => speech.about(move, 'club', turn * 3));
  expect(said.filter((_, i) => i % 2)).toEqual(Array(6).fill(''));
  const lines = said.filter(Boolean);
  expect(lines).toHaveLength(6);
  expect(lines.every((line, i) => line !== lines[i + 1])).toBe(true);
  expect(lines).toContain('2: more wasn’t possible.');
});
