// Written by tools/message_types.py from src/tilerummy/rules_text/languages/; do not edit.

import type { CatalogueFiles } from '../files';

/** The messages of `review`, each with the names of its parameters. */
export interface ReviewParameters {
  'review.reason.out_missed': 'tiles';
  'review.reason.scores_more': 'tiles';
  'review.reason.opening_missed': 'tiles';
  'review.reason.discard_wins': 'tiles';
  'review.reason.draw': 'tiles';
  'review.reason.pass': 'tiles';
  'review.reason.hold': 'tiles';
  'review.reason.open': 'tiles';
  'review.reason.more': 'tiles';
  'review.reason.fewer': 'tiles';
  'review.reason.keep_joker': 'tiles';
  'review.reason.lay_joker': 'tiles';
  'review.reason.other_tiles': 'tiles';
  'review.reason.other_table': 'tiles';
  'review.reason.discard': 'tiles';
  'review.reason.take': 'tiles';
  'review.reason.not_take': 'tiles';
  'review.grade.inaccuracy': never;
  'review.grade.mistake': never;
  'review.grade.blunder': never;
  'review.part.deal': never;
  'review.part.draw': never;
  'review.part.others': never;
  'review.part.errors': never;
  'review.part.simple': never;
  'review.title': never;
  'review.start': never;
  'review.about': never;
  'review.of': never;
  'review.progress': never;
  'review.stop': never;
  'review.deeper': never;
  'review.failed': never;
  'review.incomplete': never;
  'review.none': never;
  'review.chances': 'name' | 'round';
  'review.turn': 'turn';
  'review.chance': never;
  'review.band': 'high' | 'low';
  'review.luck': never;
  'review.luck.about': never;
  'review.result': never;
  'review.estimated': never;
  'review.broken_off': 'chance';
  'review.fair': never;
  'review.show': never;
  'review.try': never;
  'review.learn': never;
  'review.find': never;
  'review.opened': never;
  'review.unopened': never;
  'review.check': never;
  'review.reset': never;
  'review.solution': never;
  'review.next': never;
  'review.good': never;
  'review.worse': never;
  'review.unknown': never;
  'review.illegal': never;
  'review.adjusted': never;
}

export const REVIEW: CatalogueFiles<ReviewParameters> = {
  en: () => import('../../../../../src/tilerummy/rules_text/languages/en/review.json'),
  de: () => import('../../../../../src/tilerummy/rules_text/languages/de/review.json'),
  nl: () => import('../../../../../src/tilerummy/rules_text/languages/nl/review.json'),
  fr: () => import('../../../../../src/tilerummy/rules_text/languages/fr/review.json'),
  es: () => import('../../../../../src/tilerummy/rules_text/languages/es/review.json'),
  tr: () => import('../../../../../src/tilerummy/rules_text/languages/tr/review.json'),
  he: () => import('../../../../../src/tilerummy/rules_text/languages/he/review.json'),
};
