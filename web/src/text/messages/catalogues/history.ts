// Written by tools/message_types.py from src/tilerummy/rules_text/languages/; do not edit.

import type { CatalogueFiles } from '../files';

/** The messages of `history`, each with the names of its parameters. */
export interface HistoryParameters {
  'title': never;
  'lead': never;
  'none': never;
  'nothing': never;
  'found': 'n';
  'missing': never;
  'rules': never;
  'result': never;
  'opponents': never;
  'players': never;
  'search': never;
  'any': never;
  'people': never;
  'computers': never;
  'won': never;
  'shared': never;
  'lost': never;
  'gave_up': never;
  'broken_off': never;
  'points': 'n';
  'turns': 'n';
  'page': 'all' | 'n';
  'newer': never;
  'older': never;
  'archive': never;
  'open': never;
  'stats': never;
  'stats.games': never;
  'stats.won': never;
  'stats.points': never;
  'stats.opened': never;
  'stats.left': never;
  'stats.all': never;
  'stats.of': 'n';
  'plot.points': never;
  'plot.opened': never;
  'plot.left': never;
  'plot.error': never;
  'plot.luck': never;
  'plot.game': never;
  'plot.turn': never;
  'plot.tiles': never;
  'plot.sum': never;
  'plot.times': never;
  'plot.value': never;
  'plot.table': never;
  'board.next': never;
  'board.none': never;
  'board.rough': 'held' | 'pool' | 'worlds';
  'board.held': 'n';
  'board.pool': never;
  'board.nochance': never;
  'board.chance': 'chance' | 'high' | 'low';
  'board.use': never;
  'board.picture': never;
  'board.hint': never;
  'board.hint.count': 'n';
  'board.hint.tiles': never;
}

export const HISTORY: CatalogueFiles<HistoryParameters> = {
  en: () => import('../../../../../src/tilerummy/rules_text/languages/en/history.json'),
  de: () => import('../../../../../src/tilerummy/rules_text/languages/de/history.json'),
  nl: () => import('../../../../../src/tilerummy/rules_text/languages/nl/history.json'),
  fr: () => import('../../../../../src/tilerummy/rules_text/languages/fr/history.json'),
  es: () => import('../../../../../src/tilerummy/rules_text/languages/es/history.json'),
  tr: () => import('../../../../../src/tilerummy/rules_text/languages/tr/history.json'),
  he: () => import('../../../../../src/tilerummy/rules_text/languages/he/history.json'),
};
