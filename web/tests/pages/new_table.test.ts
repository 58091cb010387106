// @vitest-environment happy-dom
/** A new table and its waiting room. */
import { beforeAll, expect, test } from 'vitest';
import { edgesOf } from '../../src/components/seating/edges';
import { lobbyLines } from '../../src/game/room/lobby_lines';
import { nextPerson, remember, remembered, type Person } from '../../src/components/people/here';
import { charactersOf } from '../../src/pages/new/characters';
import { chosenIn, newTerms, opponentsIn, termsOf } from '../../src/pages/new/terms';
import { loadPagesText } from '../../src/text/messages.svelte';
import { UNTIMED, type TimeControl } from '../../src/rules/time_control';
import { changedParts, changesIn } from '../../src/text/terms';
import { controlText, overtimeText } from '../../src/text/time_control';

beforeAll(() => loadPagesText());

test('the people at a device are remembered, each name once', () => {
  const person = (name: string): Person => ({ name, face: 'owl', colour: 'sky' });
  expect(nextPerson([])).toBe(undefined);
  remember(person('Ben'));
  remember(person('Cy'));
  remember(person('BEN'));
  expect(remembered().map(({ name }) => name)).toEqual(['BEN', 'Cy']);
  remember(person('Dee'), person('Cy'));
  expect(remembered().map(({ name }) => name)).toEqual(['Dee', 'BEN']);
  expect(nextPerson(['dee'])?.name).toBe('BEN');
  expect(nextPerson(['Dee', 'Ben'])).toBe(undefined);
});

test('one click repeats the last game', () => {
  const rules = { preset: 'sabra+initial_meld.points=50', name: 'Fifty' };
  expect(chosenIn(rules.preset, 'Fifty', ['expert', 'expert'])).toEqual({
    ...rules,
    level: 'expert',
    opponents: 2,
  });
  expect(chosenIn(rules.preset, 'Fifty', [])).toEqual(rules);
});

test('computer players have the faces that the server gives them', () => {
  const all = ['Tom bear', 'Ana penguin', 'Lea rabbit', 'Max frog'].map((text) => {
    const [name = '', face = ''] = text.split(' ');
    return { name, face, colour: 'sky' };
  });
  const known = [
    { name: 'casual', about: '', characters: all },
    { name: 'beginner', about: '', characters: [...all.slice(2), ...all.slice(0, 2)] },
  ];
  const named = (levels: string[], ...people: { name: string; face: string }[]) =>
    charactersOf(known, levels, people).map((each) => each?.name);
  expect(named(['casual', 'casual', ''])).toEqual(['Tom', 'Ana', undefined]);
  expect(named(['beginner', 'casual'])).toEqual(['Lea', 'Tom']);
  expect(named(['casual'], { name: 'tom', face: 'owl' }, { name: 'Ruth', face: 'penguin' })).toEqual(['Lea']);
});

test('a new table starts with the opponents in the address', () => {
  const named = (text: string): string[] => opponentsIn(new URLSearchParams(text));
  expect(named('opponents=2&level=casual')).toEqual(['casual', 'casual']);
  expect(named('ruleset=sabra')).toEqual([]);
  expect(named('opponents=5&level=casual')).toHaveLength(5);
  expect(named('opponents=6&level=casual')).toEqual([]);
});

test('seats are around the table in playing order, with the viewer below', () => {
  const at = (seats: number, own: number | null): string =>
    edgesOf(seats, own)
      .map(({ seat, at }) => `${at} ${seat}`)
      .join(', ');
  expect(at(4, 2)).toBe('left 3, top 0, right 1, own 2');
  expect(at(3, 0)).toBe('left 1, right 2, own 0');
  expect(at(2, 1)).toBe('top 0, own 1');
  expect(at(2, null)).toBe('top 1, own 0');
  expect(at(1, 0)).toBe('own 0');
  expect(at(5, 0)).toBe('left 1, top 2, top 3, right 4, own 0');
  expect(at(6, 4)).toBe('left 5, top 0, top 1, top 2, right 3, own 4');
});

test('a clock can only warn, and turns of days never do', () => {
  const timed = { ...newTerms('sabra', ' Sunday '), turn_ms: 60_000, reserve_ms: 60_000, warns_only: true };
  expect(termsOf(timed)).toMatchObject({ title: 'Sunday', warns_only: true, reserve_ms: 60_000 });
  expect(overtimeText(timed)).toBe('plus 1 minute in reserve, warns only, no turn is lost');
  expect(termsOf({ ...timed, by_days: true })).toMatchObject({ warns_only: false, reserve_ms: 0 });
});

test('a time control is described as a sentence', () => {
  const control = (some: Partial<TimeControl>): string => controlText({ ...UNTIMED, ...some });
  expect(control({})).toBe('No clock');
  expect(control({ turn_ms: 60_000, reserve_ms: 600_000 })).toBe('1 minute a turn, plus 10 minutes in reserve');
  expect(control({ reserve_ms: 600_000, increment_ms: 10_000 })).toBe(
    '10 minutes for all turns together, 10 seconds more after each turn',
  );
  expect(control({ reserve_ms: 600_000, bronstein_ms: 10_000, warns_only: true })).toBe(
    '10 minutes for all turns together, up to 10 seconds back after each turn, warns only, no turn is lost',
  );
});

test('a change of the terms is described part by part', () => {
  const texts = (terms: Parameters<typeof changesIn>[0]): string[] =>
    changesIn(terms).map((each) => each.join(' '));
  expect(texts({ ruleset: 'mcgraw', turn_ms: 60_000, warns_only: true })).toEqual([
    'changed.rules McGraw',
    'changed.clock 1 minute a turn, warns only, no turn is lost',
  ]);
  expect(texts({ increment_ms: 0, bronstein_ms: 10_000 })).toEqual([
    'changed.clock up to 10 seconds back after each turn',
  ]);
  expect(texts({ increment_ms: 0 })).toEqual(['changed.clock nothing is added after a turn']);
  expect(texts({ turn_ms: null })).toEqual(['changed.clock No fixed time']);
  expect(texts({ turn_ms: null, reserve_ms: 0 })).toEqual(['changed.clock No clock']);
  expect(texts({ rounds: null, target: 200 })).toEqual(['changed.length To 200 points']);
  expect(texts({ rounds: null })).toEqual(['changed.length As many rounds as you like']);
  expect(texts({ target: null, rounds: 3, chat: false })).toEqual([
    'changed.length 3 rounds',
    'changed.settings ',
  ]);
});

test('a chat message follows the events before it', () => {
  const event = (seq: number): { seq: number; text: string; seat: number; move: null } => ({
    seq,
    text: `event ${seq}`,
    seat: 0,
    move: null,
  });
  const said = { name: 'Mira', text: 'Warn only!', seat: 1, version: 3 };
  expect(lobbyLines([event(1), event(2), event(3)], [said]).map(({ text }) => text)).toEqual([
    'event 1',
    'event 2',
    'Warn only!',
    'event 3',
  ]);
});

test('the parts that changed since a player agreed are marked', () => {
  const before = { ...newTerms('sabra', ''), options: {} } as Parameters<typeof changedParts>[0];
  expect(changedParts(before, { ...before })).toEqual([]);
  expect(changedParts(before, { ...before, ruleset: 'mcgraw', turn_ms: 30_000 })).toEqual(['rules', 'clock']);
  expect(changedParts(before, { ...before, rounds: 3, chat: !before.chat })).toEqual(['length', 'settings']);
});
