/** Puzzles as described in docs/puzzles.md, and the rules that the widget applies to their positions. */

import { STANDARD, readTable, readTiles, type Law, type Meld, type Tile, type TileSet } from '../rules';
import type { PuzzleView } from '../net/types/http';
import { readRuleset } from '../text/ruleset';

export type Goal = 'out' | 'most' | 'open' | 'joker' | 'discard' | 'closed';

export const THEMES = [
  'out',
  'last',
  'most',
  'grid',
  'split',
  'joker_freed',
  'joker_saved',
  'only_opening',
  'open_go_on',
  'hidden',
  'safe_discard',
  'closed',
] as const;
export type Theme = (typeof THEMES)[number];

/**
 * A puzzle. If `offline` is false, the tiles of an answer do not show whether it is right, so the
 * server must check it.
 */
export interface Puzzle extends Readonly<Omit<PuzzleView, 'v' | 'f' | 'goal' | 'themes'>> {
  readonly goal: Goal;
  readonly themes: readonly Theme[];
}

/** The rulesets that puzzles use, with the points for the initial meld and the joker rule of each. */
const PRESETS: Readonly<Record<string, { points: number; jokers?: Law['jokerMelds']; discards?: boolean }>> = {
  sabra: { points: 30, jokers: 'locked' },
  rummikub: { points: 30, jokers: 'open' },
  american: { points: 21, discards: true },
  international: { points: 50, discards: true },
};
export const RULES = ['sabra', 'rummikub', 'sabra+joker.melds=free', 'american', 'international'] as const;

const presetOf = ({ rules }: Puzzle) => PRESETS[readRuleset(rules).preset] ?? PRESETS.sabra!;

/** True if melds on the table are only ever extended, as in games with discards. */
export const onlyAdds = (puzzle: Puzzle): boolean => presetOf(puzzle).discards === true;

/** True if the solution is a tile to name instead of tiles to lay. */
export const namesTile = ({ goal }: Puzzle): boolean => goal === 'discard' || goal === 'closed';

export const openingPoints = (puzzle: Puzzle): number => presetOf(puzzle).points;

/** The tile set of a puzzle. In games with discards, a 1 may be high. */
export const setOf = (puzzle: Puzzle): TileSet => ({ ...STANDARD, oneHigh: onlyAdds(puzzle) });

export function lawOf(puzzle: Puzzle): Law {
  const { jokers = 'locked', points } = presetOf(puzzle);
  const free = readRuleset(puzzle.rules).changes['joker.melds'];
  const jokerMelds = free === 'free' || free === 'open' ? free : jokers;
  return {
    tiles: setOf(puzzle),
    opening: puzzle.opened === false && !namesTile(puzzle) ? { points, jokers: true } : null,
    jokerMelds,
    replaceFrom: jokers === 'open' ? 'any' : 'rack',
    groupOfThree: 'any',
  };
}

/** The tiles of a puzzle at its start. */
export function startOf(puzzle: Puzzle): { table: Meld[]; rack: Tile[] } {
  const set = setOf(puzzle);
  return { table: puzzle.table ? readTable(puzzle.table, set) : [], rack: readTiles(puzzle.rack, set) };
}

/** Difficulty levels. Each contains about a third of the puzzles. */
export const LEVELS = ['easy', 'medium', 'hard'] as const;
export type Level = (typeof LEVELS)[number];
export const levelOf = ({ d }: Pick<Puzzle, 'd'>): Level => (d < 10 ? 'easy' : d < 18 ? 'medium' : 'hard');
