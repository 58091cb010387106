// @vitest-environment happy-dom
import { beforeAll, describe, expect, test } from 'vitest';
import type { Entry, Event, SeatView } from '../../src/net/types';
import { LANGUAGES, type Language } from '../../src/text/languages';
import { loadPagesText, setLanguage } from '../../src/text/messages.svelte';
import { nameOf, personName, shortName } from '../../src/text/names';
import { entryLines } from '../../src/text/events';
import type { Seating } from '../../src/text/names';
import { shortMove } from '../../src/text/moves';

const seat = (name: string, kind: SeatView['kind'] = 'person'): SeatView => ({
  kind,
  name,
  face: 'bear',
  colour: 'sky',
  level: kind === 'computer' ? 'club' : '',
  connected: true,
  local: false,
  ready: true,
  muted: false,
  stood_in: '',
  resigned: false,
  shown: false,
  away_ms: null,
});
const seats = [seat('Ada'), seat('Ben')];
const acted = (seat: number, ...events: Event[]): Entry => ({ seq: 1, what: 'acted', seat, events });
const entries = (seat: number): Entry[] => [
  ...(['pool', 'discard', 'trump'] as const).map((source) =>
    acted(seat, { type: 'Drew', seat, source, tiles: 'r5' }),
  ),
  acted(seat, { type: 'Played', seat, lift: '', lay: 'k3 k4 *k5', placed: 'k4 *', free: '' }),
  acted(seat, { type: 'Played', seat, lift: '', lay: 'k3 k4 k5', placed: 'k4', free: '' }),
  acted(seat, { type: 'Played', seat, lift: 'k3 k4 k5 k6', lay: 'k3 k4 k5', placed: '', free: '' }),
  acted(seat, { type: 'Discarded', seat, tile: 'k4' }),
  acted(seat, { type: 'Declared', seat, hand: 1, tiles: 'k4' }),
  acted(seat, { type: 'Announced', seat, tiles: 1 }),
  acted(seat, { type: 'Redealt', seat, pairs: 'k4 k4 r5 r5' }),
  acted(seat, { type: 'TimedOut', seat }),
  acted(seat, { type: 'Penalised', seat, tiles: '? ? ?' }),
  acted(seat, { type: 'Passed', seat }),
  acted(seat, {
    type: 'Ended',
    ending: 'went_out',
    winner: seat,
    scores: [],
    racks: [],
    win: null,
    hand: null,
    penalties: [],
    could_open: [],
  }),
  ...[
    'sat',
    'ready',
    'proposed',
    'agreed',
    'declined',
    'took_back',
    'stood_in',
    'resigned',
    'muted',
    'renamed',
  ].map((what): Entry => ({ seq: 1, what, seat })),
];

describe.each(Object.keys(LANGUAGES) as Language[])('the list of moves in %s', (language) => {
  beforeAll(async () => {
    await loadPagesText();
    await setLanguage(language);
  });

  test('addresses the viewer, and names the other players', () => {
    const seating = { seats, me: 0 };
    for (const [i, mine] of entries(0).entries()) {
      const [own] = entryTexts(mine, seating);
      const [other] = entryTexts(entries(1)[i]!, seating);
      expect(own, mine.what).not.toContain('Ada');
      expect(own).not.toMatch(/^$|[{}]/);
      expect(other, mine.what).toContain('Ben');
      expect(own).not.toEqual(other);
    }
  });

  test('shows the old name and the new one, if both are known', () => {
    const before = [seat('Zoe'), seat('Ben')];
    const [text] = entryTexts({ seq: 1, what: 'renamed', seat: 0 }, { seats, before, me: 1 });
    expect(text).toMatch(/Zoe.*Ada|Ada.*Zoe/);
    expect(entryTexts({ seq: 1, what: 'renamed', seat: 0 }, { seats, before, me: 0 })[0]).toContain('Ada');
    expect(entryTexts({ seq: 1, what: 'renamed', seat: 1 }, { seats, before, me: 0 })[0]).toContain('Ben');
  });

  test('names all players for a spectator', () => {
    for (const each of entries(0)) expect(entryTexts(each, { seats, me: null })[0]).toContain('Ada');
  });

  test('translates generated names', () => {
    expect(personName('Guest 1234')).toMatch(/1234$/);
    expect(personName('Guest 1234') === 'Guest 1234').toBe(language === 'en');
    expect(personName('Guest 2')).toMatch(/ 2$/);
    expect(personName('Guest')).toMatch(/^\S+$/);
    expect(personName('Guest') === 'Guest').toBe(language === 'en');
    expect(personName('Guest of honour')).toBe('Guest of honour');
    expect(nameOf({ seats: [seat('Program 5678')], me: null }, 0)).toBe(personName('Program 5678'));
  });

  test('has a short word for the viewer', () => {
    expect(shortName({ seats, me: 0 }, 0)).not.toBe('Ada');
    expect(shortName({ seats, me: 0 }, 1)).toBe('Ben');
  });
});

const entryTexts = (entry: Entry, seating: Seating): string[] =>
  entryLines(entry, seating).map(({ text }) => text);

describe('the list of moves in English', () => {
  beforeAll(() => setLanguage('en'));
  const of = (...events: Event[]): string[] => entryTexts(acted(1, ...events), { seats, me: 0 });

  test('counts face-down tiles, and names the others', () => {
    expect(of({ type: 'Drew', seat: 1, source: 'pool', tiles: '? ? ?' })).toEqual(['Ben draws 3 tiles.']);
    expect(of({ type: 'Exposed', trump: 'k7', free: '* r5' })).toEqual([
      expect.stringContaining('black 7'),
      expect.stringContaining('joker and red 5'),
    ]);
  });

  test('describes a play without rack tiles by what was moved', () => {
    const play: Event = {
      type: 'Played',
      seat: 1,
      lift: 'k3 k4 k5 / k6 k7 k8',
      lay: 'k3 k4 k5 k6 k7 k8',
      placed: '',
      free: '',
    };
    expect(of(play)).toEqual([
      'Ben moves black 6, black 7, and black 8 from the black run 6–8 to the black run 3–5.',
    ]);
    expect(shortMove(play, { seats, me: 0 })).toBeNull();
  });

  test.each([
    ['r8 r9 *r10', 'r8 r9 r10 / *k4 k5 k6', 'r10 k5 k6', true],
    ['r3 b3 o3 *k3', 'r3 b3 o3 / *k4 k5 k6', 'k5 k6', true],
    ['r3 r4 *r5 r6 r7', 'r2 r3 r4 / *r5 r6 r7', 'r2', false],
    ['r3 *r4 r5', 'r3 *r4 r5 r6', 'r6', false],
  ])('says in the short form that a joker left its meld: %s => %s', (lift, lay, placed, freed) => {
    const play: Event = { type: 'Played', seat: 1, lift, lay, placed, free: '' };
    const short = (me: number): string => {
      const { before, name, after } = shortMove(play, { seats, me })!;
      return before + name + after;
    };
    expect([short(0), short(1)].map((text) => text.includes('freed a joker and laid'))).toEqual([freed, freed]);
  });

  test('says whether the table is closed or open to new players', () => {
    const room = (what: string): string[] => entryTexts({ seq: 1, what, seat: 1 }, { seats, me: 0 });
    expect(room('locked')).toEqual(['The table is closed to new players.']);
    expect(room('unlocked')).toEqual(['The table is open to new players.']);
  });

  test('does not call a player ready whose browser contributed to the shuffle', () => {
    expect(entryTexts({ seq: 1, what: 'contributed', seat: 1 }, { seats, me: 0 })).toEqual([]);
  });

  test('does not claim that no one could play when a pass ends the round', () => {
    const end: Event = {
      type: 'Ended',
      ending: 'pool_exhausted',
      winner: 1,
      scores: [],
      racks: [],
      win: null,
      hand: null,
      penalties: [],
      could_open: [],
    };
    expect(of(end)).toEqual(['The pool is empty, so the round is over.']);
  });

  test('names every trump, even a joker', () => {
    const trump = (tile: string): string => of({ type: 'Exposed', trump: tile, free: '' })[0]!;
    expect(['k7', '*'].map(trump)).toEqual(['Trump: black 7.', 'Trump: joker.']);
  });

  test('names the lots', () => {
    expect(
      of({
        type: 'Lots',
        drawn: [
          ['r5', 'k5'],
          [null, 'b9'],
        ],
      }),
    ).toEqual([
      expect.stringContaining('red 5'),
      expect.stringContaining('black 5'),
      expect.stringMatching(/Ben.*blue 9/),
    ]);
  });

  test('omits the pass that ends a play, and other consequences', () => {
    const play: Event = { type: 'Played', seat: 1, lift: '', lay: 'k3 k4 k5', placed: 'k3 k4 k5', free: '' };
    expect(of(play, { type: 'Passed', seat: 1 }, { type: 'Moved', seat: 0, phase: 'act' })).toHaveLength(1);
  });
});

test('a player alone with computers makes no proposals', async () => {
  await setLanguage('en');
  const told = (kind: 'person' | 'computer'): string[] =>
    entryTexts({ seq: 1, what: 'proposed', seat: 0 }, { seats: [seats[0]!, { ...seats[1]!, kind }], me: 0 });
  expect(told('computer')).toEqual([]);
  expect(told('person')).toEqual(['You make a proposal.']);
});
