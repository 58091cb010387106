// Written by tools/message_types.py from src/tilerummy/rules_text/languages/; do not edit.

import type { CatalogueFiles } from '../files';

/** The messages of `games`, each with the names of its parameters. */
export interface GamesParameters {
  'controls': never;
  'position': never;
  'first': never;
  'back': never;
  'on': never;
  'last': never;
  'play': never;
  'pause': never;
  'speed': never;
  'speed.0': never;
  'speed.1': never;
  'speed.2': never;
  'at': 'round' | 'turn';
  'at.deal': 'round';
  'round': 'round';
  'moves': never;
  'result': never;
  'unfinished': never;
  'gave_up': 'name';
  'broken_off': never;
  'empty': never;
  'seats': never;
  'from': 'name';
  'pool': 'count';
  'discard': never;
  'won': never;
  'open': never;
  'rack': 'name';
  'rack.next': never;
  'analyse': never;
  'review': never;
  'save': never;
  'keep': never;
  'kept': never;
  'remove': never;
  'retry': never;
  'lost': never;
  'lost.text': never;
  'failed': never;
  'failed.text': never;
  'open.title': never;
  'open.text': never;
  'open.paste': never;
  'open.do': never;
  'open.file': never;
  'open.note': never;
  'open.list': never;
  'open.bad': 'line' | 'why';
  'open.large': never;
  'open.none': never;
  'open.full': never;
  'share': never;
  'comments': never;
}

export const GAMES: CatalogueFiles<GamesParameters> = {
  en: () => import('../../../../../src/tilerummy/rules_text/languages/en/games.json'),
  de: () => import('../../../../../src/tilerummy/rules_text/languages/de/games.json'),
  nl: () => import('../../../../../src/tilerummy/rules_text/languages/nl/games.json'),
  fr: () => import('../../../../../src/tilerummy/rules_text/languages/fr/games.json'),
  es: () => import('../../../../../src/tilerummy/rules_text/languages/es/games.json'),
  tr: () => import('../../../../../src/tilerummy/rules_text/languages/tr/games.json'),
  he: () => import('../../../../../src/tilerummy/rules_text/languages/he/games.json'),
};
