import { expect, test } from 'vitest';
import type { Replay } from '../../src/net/types/http';
import { scoresText } from '../../src/games/page/words';

test('names and scores in a line keep their own direction', () => {
  const seats = ['אורח', 'Tom'].map((name) => ({ kind: 'person', name, level: '', face: '', colour: '' }));
  const text = scoresText({ seats } as unknown as Replay, [-4, 41]);

  expect(text).toBe('\u2068אורח\u2069 \u2066−4\u2069 · \u2068Tom\u2069 \u206641\u2069');
});
