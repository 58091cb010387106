// @vitest-environment happy-dom
/** The sentences about a play name the source and the target of each tile. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Event, SeatView } from '../../src/net/types';
import { entryLines } from '../../src/text/events';
import { LANGUAGES, type Language } from '../../src/text/languages';
import { loadPagesText, setLanguage } from '../../src/text/messages.svelte';

const seat = (name: string): SeatView => ({
  kind: 'person',
  name,
  face: 'bear',
  colour: 'sky',
  level: '',
  connected: true,
  local: false,
  ready: true,
  muted: false,
  stood_in: '',
  resigned: false,
  shown: false,
  away_ms: null,
});
const seating = { seats: [seat('Ada'), seat('Ben')], me: 0 };

/** Return the text about a play that lifts and lays these melds, with these tiles from the rack. */
function said(lift: string, lay: string, placed: string, by = 1): string {
  const play: Event = { type: 'Played', seat: by, lift, lay, placed, free: '' };
  const lines = entryLines({ seq: 1, what: 'acted', seat: by, events: [play] }, seating);
  expect(lines, 'a single line').toHaveLength(1);
  return lines[0]!.text;
}

const PLAYS: Readonly<Record<string, readonly [lift: string, lay: string, placed: string]>> = {
  laid: ['', 'k3 k4 k5', 'k3 k4 k5'],
  added: ['r3 r4 r5', 'r3 r4 r5 r6', 'r6'],
  built: ['k5 r5 b5 o5', 'k5 r5 o5 / b4 b5 b6 b7', 'b4 b6 b7'],
  put: ['k5 r5 b5 o5 / b7 b8 b9', 'k5 r5 o5 / b5 b6 b7 b8 b9', 'b6'],
  shifted: ['k5 r5 b5 o5 / b6 b7 b8', 'k5 r5 o5 / b5 b6 b7 b8', ''],
  parted: ['r3 r4 r5 r6 r7 r8', 'r3 r4 r5 / r6 r7 r8', ''],
  joker: ['r3 *r4 r5', 'r3 r4 r5 / k7 b7 *7', 'r4 k7 b7'],
  rebuilt: [
    'k3 k4 k5 k6 / r3 r4 r5 r6 / b3 b4 b5 b6 / o7 o8 o9',
    'k3 r3 b3 / k4 r4 b4 / k5 r5 b5 / k6 r6 b6 / o7 o8 o9 o10',
    'o10',
  ],
  spread: [
    'k3 k4 k5 k6 / r3 r4 r5 r6 / b3 b4 b5 / o7 o8 o9 / k9 r9 b9',
    'k3 k4 k5 k6 k7 / r3 r4 r5 r6 r7 / b3 b4 b5 b6 / o7 o8 o9 o10 / k9 r9 b9 o9',
    'k7 r7 b6 o10 o9',
  ],
  copies: ['k3 k4 k5 k6', 'k1 k2 k3 / k3 k4 k5 k6', 'k1 k2 k3'],
};

describe('in English', () => {
  beforeAll(async () => {
    await loadPagesText();
    await setLanguage('en');
  });

  test.each([
    ['laid', 'Ben lays 3 tiles: black 3, black 4, and black 5.'],
    ['added', 'Ben adds red 6 to the red run 3–5.'],
    ['built', 'Ben takes blue 5 from the group of 5s (black, red, blue, and orange) and makes the blue run 4–7.'],
    [
      'put',
      'Ben takes blue 5 from the group of 5s (black, red, blue, and orange) and adds blue 5 and blue 6 to the blue run 7–9.',
    ],
    ['shifted', 'Ben moves blue 5 from the group of 5s (black, red, blue, and orange) to the blue run 6–8.'],
    ['parted', 'Ben takes red 6, red 7, and red 8 from the red run 3–8 and makes the red run 6–8.'],
    [
      'joker',
      'Ben takes joker from the red run 3–joker–5 and puts red 4 there instead. ' +
        'Ben makes the group of 7s (black, blue, and joker).',
    ],
    [
      'rebuilt',
      'Ben makes the group of 3s (black, red, and blue), the group of 4s (black, red, and blue), ' +
        'the group of 5s (black, red, and blue), and the group of 6s (black, red, and blue). Ben lays orange 10.',
    ],
    ['spread', 'Ben rearranges the table. Ben lays 5 tiles: black 7, red 7, blue 6, orange 10, and orange 9.'],
    ['copies', 'Ben lays 3 tiles: black 1, black 2, and black 3.'],
  ])('%s', (play, sentence) => {
    expect(said(...PLAYS[play]!)).toBe(sentence);
  });

  test('the viewer is addressed', () => {
    expect(said(...PLAYS.built!, 0)).toMatch(/^You take blue 5 from .* and make the blue run 4–7\.$/);
  });

  test('one play may change several melds, each told once', () => {
    const text = said('r3 r4 r5 / k1 k2 k3', 'r3 r4 r5 r6 / k1 k2 k3 k4 / b9 o9 r9', 'r6 k4 b9 o9 r9');
    expect(text.match(/Ben/g)).toHaveLength(3);
    expect(text).toContain('Ben adds red 6 to the red run 3–5. Ben adds black 4 to the black run 1–3.');
    expect(text).toContain('Ben lays 3 tiles: blue 9, orange 9, and red 9.');
  });
});

describe.each(Object.keys(LANGUAGES) as Language[])('in %s', (language) => {
  beforeAll(async () => {
    await loadPagesText();
    await setLanguage(language);
  });

  test.each(Object.keys(PLAYS))('%s is told completely, about the viewer and about others', (play) => {
    for (const by of [0, 1]) {
      const text = said(...PLAYS[play]!, by);
      expect(text).not.toMatch(/[{}]|undefined|\bevent\./);
      expect(text.length).toBeGreaterThan(5);
      if (by) expect(text).toContain('Ben');
    }
  });
});
