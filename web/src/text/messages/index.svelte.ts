/**
 * The language of the page. Every text comes from `t`, or from `p` on pages and parts that are loaded
 * when they are opened. A catalogue is one chunk for each language.
 */

import { untrack } from 'svelte';
import { CORE, type CoreParameters } from './catalogues/core';
import { PAGES, type PagesParameters } from './catalogues/pages';
import { ROOM, type RoomParameters } from './catalogues/room';
import { directionOf, type Language } from './languages';
import { fill, listed, numeral, type Message, type Params } from './messages';

/** The messages of the first chunk. */
export type Key = keyof CoreParameters;
type PageParameters = PagesParameters & RoomParameters;
/** The messages that come with the pages beside the game and with the parts around a table. */
export type PageKey = keyof PageParameters;
type Messages = Readonly<Record<string, Message>>;
/** Parameters, which a call may leave out only if the message has none. */
type Given<Parameters, K extends keyof Parameters> = [Parameters[K]] extends [never]
  ? [params?: Params]
  : [params: Params & Readonly<Record<Parameters[K] & string, string | number>>];

let language = $state.raw<Language>('en');
let messages = $state.raw<Messages | null>(null);
let morePages = $state.raw<Messages | null>(null);

/** The language shown now. */
export const currentLanguage = (): Language => language;

/** Show the page in that language; resolves when its texts are loaded. */
export async function setLanguage(wanted: Language): Promise<void> {
  const [words, more] = await Promise.all([CORE[wanted](), morePages ? pagesIn(wanted) : null]);
  messages = words.default;
  if (more) morePages = more;
  language = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = directionOf(wanted);
}

async function pagesIn(wanted: Language): Promise<Messages> {
  const [room, pages] = await Promise.all([ROOM[wanted](), PAGES[wanted]()]);
  return { ...room.default, ...pages.default };
}

/** Load the words of the pages beside the game; who waits for them does not hang on them. */
export async function loadPagesText(): Promise<void> {
  if (!untrack(() => morePages)) morePages = await pagesIn(untrack(currentLanguage));
}

/** Wait for a part of the page and for the texts that it needs. */
export async function withPagesText<T>(loaded: Promise<T>): Promise<T> {
  const [found] = await Promise.all([loaded, loadPagesText()]);
  return found;
}

/** The message with a key, in the language of the page. */
export function t<K extends Key>(key: K, ...[params = {}]: Given<CoreParameters, K>): string {
  const message = messages?.[key];
  return message === undefined ? '' : fill(message, params, language);
}

/** The message for a code of the server, or the fallback if the code is unknown. */
export function coded(prefix: string, code: string, params: Params, fallback: string): string {
  const key = `${prefix}.${code}`;
  const message = messages?.[key] ?? morePages?.[key];
  return message === undefined ? fallback : fill(message, params, language);
}

/** A message of pages and of parts around the table. */
export function p<K extends PageKey>(key: K, ...[params = {}]: Given<PageParameters, K>): string {
  const message = morePages?.[key];
  return message === undefined ? '' : fill(message, params, language);
}

/** A number as the language writes it, optionally with its sign. */
export const number = (n: number, sign?: 'exceptZero'): string => numeral(n, language, sign);

/** Several things in a sentence: `Ada, Ben and Cleo`. */
export const list = (things: readonly string[]): string => listed(things, language);
