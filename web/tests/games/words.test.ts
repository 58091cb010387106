import { expect, test } from 'vitest';
import type { Replay } from '../../src/net/types/http';
import { scoresText } from '../../src/games/page/words';

test('names and scores in a line keep their own direction', () => {
  const seats = ['אורח', 'Tom'].map((name) => ({ kind: 'person', name, level: '', face: '', colour: '' }));
  const text = scoresText({ ruleset: 'sabra', seats } as unknown as Replay, [-4, 41]);

  expect(text).toBe('\u2068אורח\u2069 \u2066−4\u2069 · \u2068Tom\u2069 \u2066+41\u2069');
  expect(scoresText({ ruleset: 'mcgraw+rounds=2', seats } as unknown as Replay, [0, 41])).toContain('\u206641\u2069');
});
