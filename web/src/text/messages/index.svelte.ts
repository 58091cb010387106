/**
 * The language of the page. Every text that people read comes through `t`, or through `p` on the
 * pages that are loaded when they are opened. A catalogue is one chunk for each language.
 */

import { untrack } from 'svelte';
import { directionOf, type Language } from './languages';
import { fill, listed, numeral, type Message, type Params } from './messages';

export type Key = keyof typeof import('./en').default;
export type Catalogue = Readonly<Record<Key, Message>>;
export type PageKey = keyof typeof import('./pages/en').default;
export type PageCatalogue = Readonly<Record<PageKey, Message>>;
export type RoomCatalogue = Readonly<Record<keyof typeof import('./room/en').default, Message>>;

const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('./en'),
  de: () => import('./de'),
  nl: () => import('./nl'),
  fr: () => import('./fr'),
  es: () => import('./es'),
  tr: () => import('./tr'),
  he: () => import('./he'),
};

const pages: Record<Language, () => Promise<{ default: PageCatalogue }>> = {
  en: () => import('./pages/en'),
  de: () => import('./pages/de'),
  nl: () => import('./pages/nl'),
  fr: () => import('./pages/fr'),
  es: () => import('./pages/es'),
  tr: () => import('./pages/tr'),
  he: () => import('./pages/he'),
};

let language = $state.raw<Language>('en');
let messages = $state.raw<Catalogue | null>(null);
let morePages = $state.raw<PageCatalogue | null>(null);

/** The language shown now. */
export const shown = (): Language => language;

/** Show that language; resolves when its words are there. */
export async function speak(wanted: Language): Promise<void> {
  const [words, more] = await Promise.all([
    catalogues[wanted](),
    morePages ? pages[wanted]() : Promise.resolve(null),
  ]);
  messages = words.default;
  if (more) morePages = more.default;
  language = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = directionOf(wanted);
}

/** Load the words of the pages beside the game; who waits for them does not hang on them. */
export async function speakPages(): Promise<void> {
  if (!untrack(() => morePages)) morePages = (await pages[untrack(shown)]()).default;
}

/** What is loaded when it is shown, with its words. */
export async function worded<T>(loaded: Promise<T>): Promise<T> {
  const [found] = await Promise.all([loaded, speakPages()]);
  return found;
}

/** The message with that key, in the language shown. */
export function t(key: Key, params: Params = {}): string {
  const message = messages?.[key];
  return message === undefined ? '' : fill(message, params, language);
}

/** The message for a code that the server sent, or the fallback for one that nobody knows here. */
export function coded(prefix: string, code: string, params: Params, fallback: string): string {
  const key = `${prefix}.${code}`;
  const message = messages?.[key as Key] ?? morePages?.[key as PageKey];
  return message === undefined ? fallback : fill(message, params, language);
}

/** A message of the pages beside the game. */
export function p(key: PageKey, params: Params = {}): string {
  const message = morePages?.[key];
  return message === undefined ? '' : fill(message, params, language);
}

/** A number, signed where that is asked for. */
export const number = (n: number, sign?: 'exceptZero'): string => numeral(n, language, sign);

/** Things in a sentence. */
export const list = (things: readonly string[]): string => listed(things, language);
