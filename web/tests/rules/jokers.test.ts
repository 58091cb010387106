import { describe, expect, test } from 'vitest';
import { meldText, readMeld, readRack, readTable, tilesText, type JokerLaw, type TileSet } from '../../src/rules';
import { brokenLocks, covers, replacements } from '../../src/rules/jokers';
import golden from './jokers.json';

type Terms = Pick<JokerLaw, 'replaceFrom' | 'groupOfThree'>;

const set = golden.set as TileSet;
const law = (terms: Terms): JokerLaw => ({ tiles: set, jokerMelds: 'locked', ...terms });

describe('the joker law agrees with Python', () => {
  for (const [groupOfThree, melds] of Object.entries(golden.replacements)) {
    test(`replacements, in a group of three ${groupOfThree}`, () => {
      const by = law({ replaceFrom: 'rack', groupOfThree: groupOfThree as 'any' | 'all' });
      const found = melds.map(([was]) => [
        was,
        replacements(readMeld(was as string, set), by).map(([tiles, now]) => [tilesText(tiles), meldText(now)]),
      ]);
      expect(found).toEqual(melds);
    });
  }

  test('melds contained intact in others', () => {
    const found = golden.covers.map(([meld, old]) => [
      meld,
      old,
      covers(readMeld(meld as string, set), readMeld(old as string, set)),
    ]);
    expect(found).toEqual(golden.covers);
  });

  test('broken locked melds', () => {
    const found = golden.broken.map(({ terms, before, after, supply }) =>
      brokenLocks(readTable(before, set), readTable(after, set), readRack(supply, set), law(terms as Terms)).map(
        meldText,
      ),
    );
    expect(found).toEqual(golden.broken.map(({ melds }) => melds));
  });
});
