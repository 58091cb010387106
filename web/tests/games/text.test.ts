import { beforeAll, expect, test } from 'vitest';
import type { Replay } from '../../src/net/types/http';
import ENDING from 'virtual:texts/ending';
import GAMES from 'virtual:texts/games';
import { loadTexts } from '../../src/text/messages.svelte';
import { isStranger } from '../../src/games/page/strangers';
import { endingOf, likeIt, place, resultOf, scoresText } from '../../src/games/page/text';

beforeAll(() => loadTexts(GAMES));

test('a resigned game names the player, and an abandoned one says so', () => {
  const seats = ['Ann', 'Tom'].map((name) => ({ kind: 'person', name, resigned: false }));
  const told = (given: object): string => endingOf({ ruleset: 'sabra', seats, ...given } as unknown as Replay);

  expect(told({ ending: 'resigned', seats: [seats[0], { ...seats[1], resigned: true }] })).toBe('Tom gave up');
  expect(told({ ending: 'agreed' })).toBe('Ended early');
  expect(told({})).toBe('');
});

test('names and scores keep their text direction', () => {
  const seats = ['אורח', 'Tom'].map((name) => ({ kind: 'person', name, level: '', face: '', colour: '' }));
  const text = scoresText({ ruleset: 'sabra', seats } as unknown as Replay, [-4, 41]);

  expect(text).toBe('\u2068אורח\u2069 \u2066−4\u2069 · \u2068Tom\u2069 \u2066+41\u2069');
  expect(scoresText({ ruleset: 'mcgraw+rounds=2', seats } as unknown as Replay, [0, 41])).toContain(
    '\u206641\u2069',
  );
});

test('turns are counted as their player counts them', () => {
  const seats = ['Ann', 'Tom', 'Eva'].map((name) => ({ kind: 'person', name }));
  const turns = Array.from({ length: 68 }, (_, i) => ({ seat: i % 3 }));
  const replay = { seats, rounds: [{ turns }] } as unknown as Replay;

  expect([0, 1, 3, 4, 68].map((turn) => place(replay, { round: 0, turn }))).toEqual([
    'Round 1, after the deal',
    'Round 1, turn 1 · Ann',
    'Round 1, turn 1 · Eva',
    'Round 1, turn 2 · Ann',
    'Round 1, turn 23 · Tom',
  ]);
});

test('a stranger reads the result, and can play by the same rules', async () => {
  await loadTexts(ENDING);
  const seats = [
    { kind: 'person', name: 'Mona' },
    { kind: 'person', name: '' },
  ];
  const game = (given: object): Replay =>
    ({ ruleset: 'sabra', seats, totals: [9, -9], ...given }) as unknown as Replay;
  expect(isStranger({ replay: game({}), local: false }), 'the server leaves out the seat').toBe(true);
  expect(isStranger({ replay: game({ me: 0 }), local: false })).toBe(false);
  expect(isStranger({ replay: game({}), local: true })).toBe(false);
  expect(resultOf(game({ leaders: [0] }))).toBe('Mona wins');
  expect(resultOf(game({ leaders: [0, 1], totals: [0, 0] }))).toBe('No one wins');
  expect(resultOf(game({}))).toBe('The match ended early');
  expect(likeIt(game({ ruleset: 'sabra+initial_meld.points=50', title: 'Ours' }))).toBe(
    '/new?ruleset=sabra%2Binitial_meld.points%3D50&name=Ours',
  );
});
