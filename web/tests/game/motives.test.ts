// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import ENDING from 'virtual:texts/ending';
import { bestTurn, motivesOf, thought } from '../../src/game/ending/motives';
import type { LogLine } from '../../src/game/room/log_lines';
import { TEMPERS } from '../../src/game/seats/temper';
import { loadTexts } from '../../src/text/messages.svelte';

const motive = (seat: number, code: string, params = {}) => ({ seat, code, params });
const FACTS = { left: 3, opened: true, best: 5 };

beforeAll(() => loadTexts(ENDING));

test('a turn without a place is not mentioned beside another explanation', () => {
  const motives = [motive(1, 'noticed'), motive(1, 'noticed_nothing'), motive(2, 'nothing')];
  expect(motivesOf(motives, 1)).toEqual([motive(1, 'noticed')]);
  expect(motivesOf(motives, 2)).toEqual([motive(2, 'nothing')]);
});

test.each(['went_out', 'most', 'nothing', 'noticed', 'noticed_nothing'])(
  'no two players say the same about “%s”, and all name facts of the round',
  (code) => {
    const said = TEMPERS.map((temper) => thought([motive(1, code, { n: 2 })], temper, FACTS));
    expect(new Set(said).size).toBe(TEMPERS.length);
    for (const text of said) expect(text).toMatch(/5 tiles.*3 tiles/);
  },
);

test('players say that they never opened, and nothing about tiles left if there are none', () => {
  expect(thought([motive(1, 'nothing')], 'dry', { left: 9, opened: false, best: 0 })).toBe(
    'Nothing fitted. I drew. I never opened. That’s all there is to tell.',
  );
  expect(thought([motive(1, 'went_out')], 'dry', { left: 0, opened: true, best: 1 })).toBe(
    'Everything fitted, so I left.',
  );
});

test('without a temperament, or words of their own, the plain explanation is given', () => {
  expect(thought([motive(1, 'noticed')], undefined, FACTS)).toBe('I laid everything I spotted.');
  expect(thought([motive(1, 'waited')], 'dry', FACTS)).toContain('I waited for a better moment.');
});

test('the best turn is the one with the most tiles, even if they were laid in several plays', () => {
  const line = (seq: number, seat: number, n: number, laid = true) =>
    ({ seq, seat, text: '', move: { tiles: [Array(n).fill('k1')], laid } }) as unknown as LogLine;
  const log = [line(1, 1, 2), line(2, 1, 3), line(3, 2, 7), line(4, 1, 4), line(5, 2, 1), line(6, 1, 9, false)];
  expect(bestTurn(log, 1)).toBe(5);
});
