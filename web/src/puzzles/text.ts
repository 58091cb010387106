/** Describes the goals, rules and ratings of puzzles as text. */

import { coded, currentLanguage, t } from '../text/messages.svelte';
import { readRuleset } from '../text/ruleset';
import type { PuzzleRating } from '../net/types/http';
import { nextTime } from './daily';
import type { DailyResult } from './progress';
import { levelOf, onlyAdds, openingPoints, type Puzzle } from './puzzle';

/** Return the puzzle's goal in a few words. */
export const goalOf = (puzzle: Puzzle): string =>
  t(`puzzles.goal.${puzzle.goal}`, { n: puzzle.goal === 'open' ? openingPoints(puzzle) : puzzle.n });

/** Return the puzzle's goal in one or two sentences. */
export function taskOf(puzzle: Puzzle): string {
  const n = openingPoints(puzzle);
  if (puzzle.goal === 'out' && onlyAdds(puzzle)) return t('puzzles.goal.out.but_one.text');
  if (puzzle.opened === false && (puzzle.goal === 'out' || puzzle.goal === 'most'))
    return t('puzzles.goal.open_first.text', { n });
  return t(`puzzles.goal.${puzzle.goal}.text`, { n });
}

/** Return a ruleset's name in the current language. */
export function rulesOf(rules: string): string {
  const { preset, changes } = readRuleset(rules);
  const name = coded(`title.${preset}`, preset.charAt(0).toUpperCase() + preset.slice(1));
  return 'joker.melds' in changes ? t('puzzles.free', { rules: name }) : name;
}

export const levelText = (puzzle: Puzzle): string =>
  t('puzzles.level', { level: t(`puzzles.${levelOf(puzzle)}`), n: puzzle.r });

export const ratingText = ({ points, provisional }: PuzzleRating): string =>
  t(provisional ? 'puzzles.rating.unsure' : 'puzzles.rating', { n: points });

/**
 * Return the sentences for a user who has solved the puzzle for *date*. They include when the next one appears.
 */
export function doneText(date: string, timeZone?: string): string {
  const time = nextTime(date, currentLanguage(), timeZone);
  const midnight = /^0+:00$/.test(nextTime(date, 'en-GB', timeZone));
  return midnight ? t('puzzles.daily.done.midnight') : t('puzzles.daily.done', { time });
}

/** Return a sentence about the hints used to solve a daily puzzle, or an empty string without a result. */
export const hintsText = (result: DailyResult | null): string =>
  result ? t('puzzles.solved.hints', { n: result.hints }) : '';
