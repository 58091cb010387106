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
 * A puzzle. If `offline` is false, the browser cannot decide whether a solution is right, so the server must check it.
 */
export interface Puzzle extends Readonly<Omit<PuzzleView, 'v' | 'f' | 'goal' | 'themes'>> {
  readonly goal: Goal;
  readonly themes: readonly Theme[];
}

/** The rulesets that have puzzles, each with its joker rule and the points required to open. */
const PRESETS: Readonly<Record<string, { points: number; jokers?: Law['jokerMelds']; discards?: boolean }>> = {
  sabra: { points: 30, jokers: 'locked' },
  rummikub: { points: 30, jokers: 'open' },
  american: { points: 21, discards: true },
  international: { points: 50, discards: true },
};
export const RULES = ['sabra', 'rummikub', 'sabra+joker.melds=free', 'american', 'international'] as const;

const presetOf = ({ rules }: Puzzle) => PRESETS[readRuleset(rules).preset] ?? PRESETS.sabra!;

/** True in games with discards, where tiles can be added to melds but not taken from them. */
export const onlyAdds = (puzzle: Puzzle): boolean => presetOf(puzzle).discards === true;

/**
 * Return whether the puzzle's kind of game is probably familiar to a user of *ruleset*. Games with discards are
 * familiar only to users whose ruleset has discards.
 */
export const isFamiliar = (puzzle: Puzzle, ruleset: string): boolean =>
  !onlyAdds(puzzle) || PRESETS[readRuleset(ruleset).preset]?.discards === true;

/** Return whether the task is to name a tile instead of laying tiles. */
export const namesTile = ({ goal }: Puzzle): boolean => goal === 'discard' || goal === 'closed';

export const openingPoints = (puzzle: Puzzle): number => presetOf(puzzle).points;

/** Return the tile set for a puzzle. In games with discards, a 1 may follow the highest number. */
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
    onlyAdds: onlyAdds(puzzle),
  };
}

/** Return the tiles on the table and on the rack at the start of a puzzle. */
export function startOf(puzzle: Puzzle): { table: Meld[]; rack: Tile[] } {
  const set = setOf(puzzle);
  return { table: puzzle.table ? readTable(puzzle.table, set) : [], rack: readTiles(puzzle.rack, set) };
}

/** Difficulty levels. Each level has about a third of the puzzles. */
export const LEVELS = ['easy', 'medium', 'hard'] as const;
export type Level = (typeof LEVELS)[number];
/** The address that starts with the easiest puzzles. */
export const EASIEST = '/puzzles/out';
export const levelOf = ({ d }: Pick<Puzzle, 'd'>): Level => (d < 10 ? 'easy' : d < 18 ? 'medium' : 'hard');
