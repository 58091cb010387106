/** The type of a catalogue: one JSON file for each language, loaded when it is needed. */

import type { Language } from './languages';
import type { Message } from './messages';

/** The files of a catalogue by language; *Without* are languages that need none. */
export type CatalogueFiles<Parameters, Without extends Language = never> = Readonly<
  Record<Exclude<Language, Without>, () => Promise<{ default: Readonly<Record<keyof Parameters, Message>> }>>
>;
