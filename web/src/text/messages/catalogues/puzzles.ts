// Written by tools/message_types.py from src/tilerummy/rules_text/languages/; do not edit.

import type { CatalogueFiles } from '../files';

/** The messages of `puzzles`, each with the names of its parameters. */
export interface PuzzlesParameters {
  'title': never;
  'intro': never;
  'daily': never;
  'daily.text': never;
  'daily.done': never;
  'streak': 'n';
  'play': never;
  'run': never;
  'run.text': never;
  'run.best': 'n';
  'run.score': 'n';
  'run.combo': 'n';
  'run.bonus': 'n';
  'run.miss': never;
  'run.over': never;
  'run.record': never;
  'run.missed': never;
  'run.clock': never;
  'run.skip': never;
  'again': never;
  'ladder': never;
  'ladder.text': never;
  'rating': 'n';
  'rating.unsure': 'n';
  'rated.up': 'by' | 'n';
  'rated.down': 'by' | 'n';
  'unrated': never;
  'unrated.offline': never;
  'themes': never;
  'filter.rules': never;
  'filter.all': never;
  'filter.hard': never;
  'easy': never;
  'medium': never;
  'hard': never;
  'none': never;
  'free': 'rules';
  'theme.out': never;
  'theme.out.text': never;
  'theme.last': never;
  'theme.last.text': never;
  'theme.most': never;
  'theme.most.text': never;
  'theme.grid': never;
  'theme.grid.text': never;
  'theme.split': never;
  'theme.split.text': never;
  'theme.joker_freed': never;
  'theme.joker_freed.text': never;
  'theme.joker_saved': never;
  'theme.joker_saved.text': never;
  'theme.only_opening': never;
  'theme.only_opening.text': never;
  'theme.open_go_on': never;
  'theme.open_go_on.text': never;
  'theme.hidden': never;
  'theme.hidden.text': never;
  'theme.safe_discard': never;
  'theme.safe_discard.text': never;
  'theme.closed': never;
  'theme.closed.text': never;
  'goal.out': never;
  'goal.out.text': never;
  'goal.out.but_one.text': never;
  'goal.most': 'n';
  'goal.most.text': never;
  'goal.joker': 'n';
  'goal.joker.text': never;
  'goal.open': 'n';
  'goal.open.text': 'n';
  'goal.discard': never;
  'goal.discard.text': never;
  'goal.closed': never;
  'goal.closed.text': never;
  'goal.open_first.text': 'n';
  'done': never;
  'discard': never;
  'declare': never;
  'board': never;
  'hint': never;
  'solution': never;
  'stop': never;
  'next': never;
  'watch': never;
  'hint.tiles': 'tiles';
  'hint.melds': 'n';
  'hint.no_melds': never;
  'hint.step': 'tiles';
  'hint.count': 'n';
  'hint.costs': never;
  'solved': never;
  'solved.text': never;
  'shown': never;
  'wrong.left': 'n';
  'wrong.meld': 'tiles';
  'wrong.points': 'have' | 'want';
  'wrong.tile': 'tiles';
  'wrong.table': never;
  'wrong.joker': never;
  'wrong.rules': never;
  'wrong.offline': never;
  'pile': never;
  'close': never;
  'level': 'level' | 'n';
  'keep': never;
  'kept': never;
}

export const PUZZLES: CatalogueFiles<PuzzlesParameters> = {
  en: () => import('../../../../../src/tilerummy/rules_text/languages/en/puzzles.json'),
  de: () => import('../../../../../src/tilerummy/rules_text/languages/de/puzzles.json'),
  nl: () => import('../../../../../src/tilerummy/rules_text/languages/nl/puzzles.json'),
  fr: () => import('../../../../../src/tilerummy/rules_text/languages/fr/puzzles.json'),
  es: () => import('../../../../../src/tilerummy/rules_text/languages/es/puzzles.json'),
  tr: () => import('../../../../../src/tilerummy/rules_text/languages/tr/puzzles.json'),
  he: () => import('../../../../../src/tilerummy/rules_text/languages/he/puzzles.json'),
};
