/** Melds, including their tile order, joker values, points and notation. */

import {
  JOKER,
  colourOf,
  holds,
  isNumbered,
  numberOf,
  sorted,
  tileOf,
  tileText,
  type Tile,
  type TileSet,
} from './tiles';

/** Consecutive numbers in one colour. `faces` lists the tiles in order, and `wild` the tiles that jokers represent. */
export interface Run {
  readonly kind: 'run';
  readonly faces: readonly Tile[];
  readonly wild: readonly Tile[];
}

/**
 * Tiles with the same number in different colours. `numbered` lists the numbered tiles by colour, and `jokers` is the
 * number of jokers.
 */
export interface Group {
  readonly kind: 'group';
  readonly numbered: readonly Tile[];
  readonly jokers: number;
}

/** A valid set on the table. */
export type Meld = Run | Group;

/** The reason why tiles do not form a meld. `colours` is the number of colours in a group that has too many tiles. */
export type Flaw =
  | 'too_short'
  | 'no_numbered_tile'
  | 'tile_twice'
  | 'not_in_sequence'
  | 'colour_twice'
  | 'too_many_for_group'
  | 'face_in_group'
  | 'mixed';

/** Return the tiles of a meld in order. Jokers are listed as jokers, not as the tiles they represent. */
export function tilesOf(meld: Meld): Tile[] {
  if (meld.kind === 'run') return meld.faces.map((face) => (meld.wild.includes(face) ? JOKER : face));
  return [...meld.numbered, ...Array<Tile>(meld.jokers).fill(JOKER)];
}

/** Return the sum of the numbers on the tiles. A joker counts as the tile it represents, and a high 1 counts as 1. */
export function pointsOf(meld: Meld): number {
  if (meld.kind === 'run') return meld.faces.reduce((sum, face) => sum + numberOf(face), 0);
  return numberOf(meld.numbered[0]!) * (meld.numbered.length + meld.jokers);
}

/** Return the points to show for a pile, which are 0 if it is not a meld. */
export const shownPoints = (meld: Meld | null): number => (meld ? pointsOf(meld) : 0);

/** Return the number of jokers in a meld. */
export const jokersOf = (meld: Meld): number => (meld.kind === 'run' ? meld.wild.length : meld.jokers);

/** Return the numbered tiles in a meld. */
export const numberedOf = (meld: Meld): Tile[] =>
  meld.kind === 'run' ? meld.faces.filter((f) => !meld.wild.includes(f)) : [...meld.numbered];

/** Return the tiles in the colours missing from a group. The group's jokers may represent any of these tiles. */
export function missingOf(group: Group, set: TileSet): Tile[] {
  const number = numberOf(group.numbered[0]!);
  const every = Array.from({ length: set.colours }, (_, colour) => tileOf(colour, number));
  return every.filter((tile) => !group.numbered.includes(tile));
}

/** Write the meld in notation, such as `b5 b6 *b7` or `k4 o4 *4`. */
export function meldText(meld: Meld): string {
  if (meld.kind === 'run') {
    return meld.faces.map((face) => (meld.wild.includes(face) ? '*' : '') + tileText(face)).join(' ');
  }
  const joker = `*${numberOf(meld.numbered[0]!)}`;
  return [...meld.numbered.map(tileText), ...Array<string>(meld.jokers).fill(joker)].join(' ');
}

/** Return the numbers of a run that starts with *first*. The last number may be a 1 if the rules allow a high 1. */
export function runNumbers(first: number, length: number, set: TileSet): number[] {
  const numbers = Array.from({ length }, (_, i) => first + i);
  if (set.oneHigh && first > 1 && numbers[length - 1] === set.numbers + 1) numbers[length - 1] = 1;
  return numbers;
}

/** Return whether the tile set contains all these numbers. */
export function inRange(numbers: readonly number[], set: TileSet): boolean {
  if (set.numbers === 3 && numbers[0] !== 1) return false; // three numbers make only one run
  return numbers.every((number) => number >= 1 && number <= set.numbers);
}

/**
 * Return all melds that these tiles can form, regardless of their order. There are several if a joker is ambiguous:
 * first the runs, sorted by first number, then the group.
 */
export function readings(tiles: readonly Tile[], set: TileSet): Meld[] {
  const numbered = sorted(tiles.filter(isNumbered));
  const jokers = tiles.filter((tile) => tile === JOKER).length;
  const twice = numbered.some((tile, i) => tile === numbered[i + 1]);
  if (tiles.length < 3 || !numbered.length || twice) return [];
  if (numbered.length + jokers < tiles.length) return [];
  if (!numbered.every((tile) => holds(set, tile))) return [];
  const melds: Meld[] = runs(numbered, tiles.length, set);
  const oneNumber = numbered.every((tile) => numberOf(tile) === numberOf(numbered[0]!));
  if (oneNumber && tiles.length <= set.colours) melds.push({ kind: 'group', numbered, jokers });
  return melds;
}

function runs(numbered: readonly Tile[], length: number, set: TileSet): Run[] {
  const colour = colourOf(numbered[0]!);
  if (length > set.numbers || numbered.some((tile) => colourOf(tile) !== colour)) return [];
  const found: Run[] = [];
  for (let first = 1; first <= set.numbers; first++) {
    const numbers = runNumbers(first, length, set);
    if (!inRange(numbers, set)) continue;
    const faces = numbers.map((number) => tileOf(colour, number));
    if (!numbered.every((tile) => faces.includes(tile))) continue;
    found.push({ kind: 'run', faces, wild: faces.filter((face) => !numbered.includes(face)) });
  }
  return found;
}

/** Return the reason why these tiles do not form a meld. Must not be called with tiles that form one. */
export function flawOf(tiles: readonly Tile[]): Flaw {
  const numbered = tiles.filter(isNumbered);
  if (tiles.length < 3) return 'too_short';
  if (!numbered.length) return 'no_numbered_tile';
  const twice = new Set(numbered).size < numbered.length;
  const same = (of: (tile: Tile) => number): boolean => new Set(numbered.map(of)).size === 1;
  if (same(colourOf) && !(twice && same(numberOf))) return twice ? 'tile_twice' : 'not_in_sequence';
  if (!same(numberOf)) return 'mixed';
  return twice ? 'colour_twice' : 'too_many_for_group';
}

/** Return whether both melds have the same kind, tiles and jokers. */
export const equal = (a: Meld, b: Meld): boolean => meldText(a) === meldText(b);
