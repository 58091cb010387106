/** Checks a solution as far as this is possible in the browser, and explains what is missing. */

import { JOKER, readTiles, sorted, tilesOf, tilesText, without, type Fact, type Tile } from '../rules';
import { namesTile, onlyAdds, setOf, startOf, type Puzzle } from './puzzle';

/** The current state of the widget while a puzzle is being solved. */
export interface BoardState {
  readonly piles: readonly (readonly Tile[])[];
  readonly placed: readonly Tile[];
  readonly facts: readonly Fact[];
}

/** The reason why a puzzle is not solved: a message key, and the tiles or points mentioned in the message. */
export type Wrong =
  | { readonly say: 'wrong.left'; readonly n: number }
  | { readonly say: 'wrong.meld'; readonly tiles: readonly Tile[] }
  | { readonly say: 'wrong.points'; readonly have: number; readonly want: number }
  | { readonly say: 'wrong.table' | 'wrong.joker' };

const key = (tiles: readonly Tile[]): string => tilesText(sorted(tiles));

/** Return the reason why the puzzle is not solved yet, or null if the browser finds no error. */
export function wrongWith(puzzle: Puzzle, { piles, placed, facts }: BoardState): Wrong | null {
  for (const fact of facts) {
    if (fact.code === 'invalid_meld') return { say: 'wrong.meld', tiles: piles[fact.meld]! };
    if (fact.code === 'initial_meld_too_low') return { say: 'wrong.points', have: fact.points, want: fact.wanted };
    if (fact.code === 'table_tile_missing') return { say: 'wrong.meld', tiles: fact.tiles };
  }
  const before = startOf(puzzle).table.map(tilesOf);
  if (puzzle.goal === 'open')
    return kept(before, piles)
      ? placed.length
        ? null
        : { say: 'wrong.left', n: puzzle.n }
      : { say: 'wrong.table' };
  if (placed.length !== puzzle.n) return { say: 'wrong.left', n: Math.max(1, puzzle.n - placed.length) };
  if (puzzle.goal === 'joker' && placed.includes(JOKER)) return { say: 'wrong.joker' };
  if (key(placed) !== key(readTiles(puzzle.set, setOf(puzzle)))) return { say: 'wrong.left', n: 1 };
  return onlyAdds(puzzle) && !grown(before, piles) ? { say: 'wrong.table' } : null;
}

/** Return whether all melds from the start are still unchanged on the table. */
const kept = (before: readonly (readonly Tile[])[], piles: readonly (readonly Tile[])[]): boolean =>
  !without(before.map(key), piles.map(key)).length;

/** Return whether every meld from the start is now part of a different pile. */
function grown(before: readonly (readonly Tile[])[], piles: readonly (readonly Tile[])[]): boolean {
  const [first, ...others] = before;
  if (!first) return true;
  return piles.some(
    (pile, at) =>
      without(first, pile).length === 0 &&
      grown(
        others,
        piles.filter((_, i) => i !== at),
      ),
  );
}

/** Return whether naming this tile solves the puzzle. */
export const isTile = (puzzle: Puzzle, tile: string): boolean => namesTile(puzzle) && tile === puzzle.discard;
