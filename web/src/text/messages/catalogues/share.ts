// Written by tools/message_types.py from src/tilerummy/rules_text/languages/; do not edit.

import type { CatalogueFiles } from '../files';

/** The messages of `share`, each with the names of its parameters. */
export interface ShareParameters {
  'public': never;
  'public.on': never;
  'public.off': never;
  'link': never;
  'picture': never;
  'record': never;
  'lines': never;
  'frame': never;
  'private': never;
  'none': never;
  'mark': never;
  'mark.none': never;
  'write': never;
  'send': never;
  'delete': never;
  'whole': never;
  'lost': never;
}

export const SHARE: CatalogueFiles<ShareParameters> = {
  en: () => import('../../../../../src/tilerummy/rules_text/languages/en/share.json'),
  de: () => import('../../../../../src/tilerummy/rules_text/languages/de/share.json'),
  nl: () => import('../../../../../src/tilerummy/rules_text/languages/nl/share.json'),
  fr: () => import('../../../../../src/tilerummy/rules_text/languages/fr/share.json'),
  es: () => import('../../../../../src/tilerummy/rules_text/languages/es/share.json'),
  tr: () => import('../../../../../src/tilerummy/rules_text/languages/tr/share.json'),
  he: () => import('../../../../../src/tilerummy/rules_text/languages/he/share.json'),
};
