import { describe, expect, test } from 'vitest';
import {
  NotationError,
  meldText,
  pointsOf,
  readMeld,
  readRack,
  readTable,
  readings,
  tilesOf,
  type TileSet,
} from '../../src/rules';
import golden from './melds.json';

type Answer = [string, string, number];

function answer(text: string, read: () => [string] | [string, number]): unknown[] {
  try {
    return [text, ...read()];
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    return [text, error.code, error.start, error.end];
  }
}

for (const { set, heaps, texts } of golden.sets as unknown as {
  set: TileSet;
  heaps: [string, [string, number][]][];
  texts: Answer[];
}[]) {
  describe(`${set.numbers}x${set.colours} ${set.oneHigh ? 'one high' : ''}`, () => {
    test('tiles form the melds that Python finds', () => {
      const found = heaps.map(([heap]) => [
        heap,
        readings(readRack(heap, set), set).map((meld) => [meldText(meld), pointsOf(meld)]),
      ]);
      expect(found).toEqual(heaps);
    });

    test('a meld contains the tiles it was built from', () => {
      for (const [heap] of heaps) {
        for (const meld of readings(readRack(heap, set), set)) {
          expect(tilesOf(meld).sort((a, b) => a - b)).toEqual(readRack(heap, set));
        }
      }
    });

    test('texts are read as in Python', () => {
      const read = texts.map(([text]) =>
        answer(text, () => {
          const meld = readMeld(text, set);
          return [meldText(meld), pointsOf(meld)];
        }),
      );
      expect(read).toEqual(texts);
    });
  });
}

test.each(golden.tables as Answer[])('the table %j has the melds that Python reads', (text, read, ...place) => {
  const standard = golden.sets[0]!.set;
  const sorted = (melds: readonly string[]): string => [...melds].sort().join(' / ');
  const found = answer(text, () => [sorted(readTable(text, standard).map(meldText))]);
  expect(found).toEqual([text, place.length ? read : sorted(read.split(' / ')), ...place]);
});
