/** Test helpers: drafts from notation, and a seeded random number generator. */

import { STANDARD, readRack, readTable, type Law, type TileSet } from '../../src/rules';
import { EMPTY, draftTexts, rackOf, tileAt, type Draft, type Id } from '../../src/table/state/draft';
import { dealt } from '../../src/table/state/deal';

export const draft = (table: string, rack = '', set: TileSet = STANDARD): Draft =>
  dealt(EMPTY(set), { set, table: readTable(table, set), rack: readRack(rack, set) });

/** Return the visible table and the sorted rack, in notation. */
export const text = (of: Draft): string => draftTexts(of).join(' / ');

/** Return the ids of tiles given in notation, using each id only once. Tiles on the rack are preferred. */
export function ids(of: Draft, tiles: string): Id[] {
  const rack = rackOf(of).map((piece) => piece.id);
  const all = [...rack, ...of.piles.flatMap((pile) => pile.ids)];
  return readRackInOrder(tiles).map((tile) => {
    const at = all.findIndex((id) => tileAt(of, id) === tile);
    return all.splice(at, 1)[0]!;
  });
}

const readRackInOrder = (tiles: string): number[] => tiles.split(' ').map((word) => readRack(word, STANDARD)[0]!);

export const law = (more: Partial<Law> = {}): Law => ({
  tiles: STANDARD,
  opening: null,
  jokerMelds: 'open',
  replaceFrom: 'rack',
  groupOfThree: 'any',
  ...more,
});

/** Return a function that gives random numbers below a limit. The same seed gives the same numbers. */
export function random(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) | 0;
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 4294967296) * below);
  };
}
