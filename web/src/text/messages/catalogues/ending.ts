// Written by tools/message_types.py from src/tilerummy/rules_text/languages/; do not edit.

import type { CatalogueFiles } from '../files';

/** The messages of `ending`, each with the names of its parameters. */
export interface EndingParameters {
  'end.round': 'n';
  'end.went_out': 'name';
  'end.went_out.you': never;
  'end.no_progress': never;
  'end.agreed': never;
  'end.agreed.alone': never;
  'end.abandoned': never;
  'end.open': never;
  'end.foot': never;
  'end.closed': never;
  'end.hand.pure': never;
  'end.hand.jokers': 'n';
  'end.won': 'names';
  'end.won.you': never;
  'end.winner': 'names';
  'end.winner.you': never;
  'end.round.won': 'name';
  'end.round.won.you': never;
  'end.well': 'name';
  'end.well.nobody': never;
  'end.nobody': never;
  'end.over': never;
  'end.gave_up': 'name';
  'end.gave_up.you': never;
  'end.gave_up.counts': never;
  'end.gave_up.counts.you': never;
  'end.gave_up.over': never;
  'end.gave_up.watch': never;
  'end.closed_table': never;
  'end.last': 'n' | 'turn';
  'end.sum': 'name' | 'sum';
  'end.sum.brief': 'name';
  'end.sum.you': 'sum';
  'end.sum.you.brief': never;
  'end.least': 'name' | 'sum';
  'end.least.you': 'sum';
  'end.points': 'n';
  'end.low': never;
  'end.low.handful': never;
  'end.alone': never;
  'end.doubled': never;
  'end.lose': 'sum';
  'end.out': never;
  'end.rack.none': never;
  'end.tiles': 'n';
  'end.jokers': 'n' | 'tiles';
  'end.jokers.only': 'n';
  'end.unopened': 'left';
  'end.score': never;
  'end.total': never;
  'end.match': never;
  'end.evening': never;
  'end.motives': never;
  'end.settlement': never;
  'end.pays': 'n' | 'payee' | 'payer';
  'end.pays.you': 'n' | 'payee';
  'end.pays.to_you': 'n' | 'payer';
  'end.next': never;
  'end.next.wait': never;
  'end.rematch': never;
  'end.rematch.there': never;
  'end.new': never;
  'end.look': never;
  'end.replay': never;
  'end.review': never;
  'end.save': never;
  'end.leave': never;
  'motive.went_out': never;
  'motive.most': 'n';
  'motive.nothing': never;
  'motive.noticed': never;
  'motive.noticed_nothing': never;
  'motive.saved_jokers': never;
  'motive.waited': never;
  'motive.held': never;
  'motive.closed_hand': never;
  'motive.melded': never;
  'motive.discarded': never;
  'motive.took': never;
  'motive.drew': never;
  'motive.hunting': never;
  'motive.played_on': 'n';
  'motive.tried_out': 'n';
  'motive.calculated': never;
}

export const ENDING: CatalogueFiles<EndingParameters> = {
  en: () => import('../../../../../src/tilerummy/rules_text/languages/en/ending.json'),
  de: () => import('../../../../../src/tilerummy/rules_text/languages/de/ending.json'),
  nl: () => import('../../../../../src/tilerummy/rules_text/languages/nl/ending.json'),
  fr: () => import('../../../../../src/tilerummy/rules_text/languages/fr/ending.json'),
  es: () => import('../../../../../src/tilerummy/rules_text/languages/es/ending.json'),
  tr: () => import('../../../../../src/tilerummy/rules_text/languages/tr/ending.json'),
  he: () => import('../../../../../src/tilerummy/rules_text/languages/he/ending.json'),
};
