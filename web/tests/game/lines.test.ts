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

test('a line comes now and then, and never twice in a row', async () => {
  await loadTexts(SAY);
  const speech = new Speech();
  const move = { seat: 1, kind: 'laid', n: 2 } as const;
  const said = Array.from({ length: 30 }, (_, turn) => speech.about(move, 'club', turn * 3));
  const lines = said.filter(Boolean);
  expect(lines).toHaveLength(6);
  expect(said.every((line, i) => !line || !said[i + 1])).toBe(true);
  expect(lines.every((line, i) => line !== lines[i + 1])).toBe(true);
  expect(lines).toContain('2: more wasn’t possible.');
});

test.each([2, 3, 4])('each of %i computer players speaks', async (players) => {
  await loadTexts(SAY);
  const speech = new Speech();
  const moves = Array.from(
    { length: 5 * players },
    (_, turn) => ({ seat: turn % players, kind: 'laid', n: 1 }) as const,
  );
  const speakers = moves.filter((move, turn) => speech.about(move, 'club', turn)).map(({ seat }) => seat);
  expect(speakers.toSorted()).toEqual(Array.from({ length: players }, (_, seat) => seat));
});

test('a player that only draws says so once, and going out always has a line', async () => {
  await loadTexts(SAY);
  const speech = new Speech();
  const drew = { seat: 1, kind: 'drew', n: 0 } as const;
  const said = Array.from({ length: 40 }, (_, turn) => speech.about(drew, 'master', turn)).filter(Boolean);
  expect(said).toHaveLength(1);
  expect(speech.about({ seat: 1, kind: 'out', n: 3 }, 'master', 41)).not.toBe('');
});
