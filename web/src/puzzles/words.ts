/** Goals, rules and ratings in words. */

import { coded } from '../text/messages/index.svelte';
import { z } from '../text/messages/puzzles.svelte';
import { readRuleset } from '../text/ruleset';
import type { PuzzleRating } from '../net/types/http';
import { levelOf, onlyAdds, openingPoints, type Puzzle } from './puzzle';

/** What is to be done, in a few words. */
export const goalOf = (puzzle: Puzzle): string =>
  z(`goal.${puzzle.goal}`, { n: puzzle.goal === 'open' ? openingPoints(puzzle) : puzzle.n });

/** The same in a sentence or two. */
export function taskOf(puzzle: Puzzle): string {
  const n = openingPoints(puzzle);
  if (puzzle.goal === 'out' && onlyAdds(puzzle)) return z('goal.out.but_one.text');
  if (puzzle.opened === false && (puzzle.goal === 'out' || puzzle.goal === 'most'))
    return z('goal.open_first.text', { n });
  return z(`goal.${puzzle.goal}.text`, { n });
}

/** What the rules are called. */
export function rulesOf(rules: string): string {
  const { preset, changes } = readRuleset(rules);
  const name = coded('title', preset, {}, preset.charAt(0).toUpperCase() + preset.slice(1));
  return 'joker.melds' in changes ? z('free', { rules: name }) : name;
}

export const levelText = (puzzle: Puzzle): string => z('level', { level: z(levelOf(puzzle)), n: puzzle.r });

export const ratingText = ({ points, provisional }: PuzzleRating): string =>
  z(provisional ? 'rating.unsure' : 'rating', { n: points });
