/**
 * Implements the joker rules that the web client needs to find the locked melds, and the locked melds that a draft
 * certainly breaks. `tilerummy.jokers` is the reference implementation; tests compare both, using
 * tests/rules/jokers.json.
 */

import { isLocked, type JokerLaw } from './locks';
import { jokersOf, missingOf, type Meld } from './melds';
import { isNumbered, sorted, without, type Tile, type TileSet } from './tiles';

/** One way of replacing jokers in a meld: the tiles that replace them, and the resulting meld. */
export type Replacement = readonly [replacing: Tile[], now: Meld];

/**
 * Return the locked melds that were taken apart illegally. They are no longer intact, even assuming that tiles from
 * *supply* have replaced their jokers.
 */
export function brokenLocks(
  before: readonly Meld[],
  after: readonly Meld[],
  supply: readonly Tile[],
  law: JokerLaw,
): Meld[] {
  const stands = ([replacing, now]: Replacement): boolean =>
    without(replacing, supply).length === 0 && (jokersOf(now) === 0 || after.some((meld) => covers(meld, now)));
  return before.filter((was) => isLocked(was, law) && !replacements(was, law).some(stands));
}

/** Return the tiles that each joker in a meld may represent. */
const jokersIn = (meld: Meld, set: TileSet): Tile[][] =>
  meld.kind === 'run'
    ? meld.wild.map((face) => [face])
    : Array.from({ length: meld.jokers }, () => missingOf(meld, set));

/**
 * Return the melds with a joker that no longer represents its tile and and was not replaced by a tile from *supply*, if such
 * melds may be rearranged. A joker in a pile that is not a meld may still represent any tile.
 */
export function changedJokers(
  before: readonly Meld[],
  after: readonly { readonly tiles: readonly Tile[]; readonly meld: Meld | null }[],
  supply: readonly Tile[],
  { jokerMelds, tiles: set }: JokerLaw,
): Meld[] {
  if (jokerMelds !== 'open') return [];
  const places: readonly (readonly Tile[] | null)[] = [
    ...after.flatMap(({ tiles, meld }) =>
      meld ? jokersIn(meld, set) : tiles.filter((tile) => !isNumbered(tile)).map(() => null),
    ),
    ...supply.map((tile) => [tile]),
  ];
  const jokers = before.flatMap((was) => jokersIn(was, set).map((faces) => ({ was, faces })));
  const users = new Map<number, number>();
  const settle = (joker: number, seen: Set<number>): boolean =>
    places.some((place, at) => {
      if (seen.has(at) || place?.every((tile) => !jokers[joker]!.faces.includes(tile))) return false;
      seen.add(at);
      const other = users.get(at);
      if (other !== undefined && !settle(other, seen)) return false;
      users.set(at, joker);
      return true;
    });
  return jokers.flatMap(({ was }, joker) => (settle(joker, new Set()) ? [] : [was]));
}

/** Return all ways of replacing jokers in a meld. The first way replaces none. */
export function replacements(was: Meld, law: JokerLaw): Replacement[] {
  if (was.kind === 'run') {
    return subsets(was.wild, was.wild.length).map((by) => [
      by,
      { ...was, wild: was.wild.filter((face) => !by.includes(face)) },
    ]);
  }
  const missing = missingOf(was, law.tiles);
  const together = law.groupOfThree === 'all' && was.numbered.length + was.jokers < law.tiles.colours;
  const ways = together ? (was.jokers ? [[], missing] : [[]]) : subsets(missing, was.jokers);
  return ways.map((by) => [
    by,
    { kind: 'group', numbered: sorted([...was.numbered, ...by]), jokers: Math.max(0, was.jokers - by.length) },
  ]);
}

/** Return all subsets that contain at most *limit* tiles, starting with the smallest subsets. */
function subsets(tiles: readonly Tile[], limit: number): Tile[][] {
  let found: Tile[][] = [[]];
  for (const tile of tiles) found = [...found, ...found.map((some) => [...some, tile])];
  return found.filter((some) => some.length <= limit).sort((a, b) => a.length - b.length);
}

/**
 * Return whether *meld* contains *old* unchanged, with its jokers in the same positions. A high 1 must not have turned
 * into a low 1.
 */
export function covers(meld: Meld, old: Meld): boolean {
  if (meld.kind === 'run' && old.kind === 'run') {
    const at = meld.faces.indexOf(old.faces[0]!);
    return old.faces.every(
      (face, i) => meld.faces[at + i] === face && meld.wild.includes(face) === old.wild.includes(face),
    );
  }
  if (meld.kind !== 'group' || old.kind !== 'group') return false;
  const within = old.numbered.every((tile) => meld.numbered.includes(tile));
  return within && old.jokers <= meld.jokers;
}
