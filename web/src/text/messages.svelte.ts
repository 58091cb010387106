/**
 * The language of the page and its texts. Every text comes from `t`, or from `coded` if its key is made
 * of a code of the server. Sections are loaded with the parts of the page that need them.
 */

import { untrack } from 'svelte';
import CORE from 'virtual:texts/core';
import PAGES from 'virtual:texts/pages';
import ROOM from 'virtual:texts/room';
import { fill, listed, numeral, type Message, type Params } from './fill';
import type { Texts } from './keys';
import { directionOf, type Language } from './languages';

export type Key = keyof Texts;
/** The keys of messages without arguments. */
export type PlainKey = { [K in Key]: Texts[K] extends null ? K : never }[Key];
type Messages = Readonly<Record<string, Message>>;
/** A section of the texts: its messages are a chunk for each language. */
export type Section = Readonly<Record<Language, () => Promise<{ default: Messages }>>>;
/** The arguments of a message, if it has any. */
type Given<K extends Key> = [Texts[K]] extends [null] ? [] : [params: Texts[K]];

let language = $state.raw<Language>('en');
let messages: Messages = {};
let loaded = $state.raw<readonly Section[]>([CORE]);

/** The language shown now. */
export const currentLanguage = (): Language => language;

/** Show the page in that language; resolves when its texts are loaded. */
export async function setLanguage(wanted: Language): Promise<void> {
  const sections = loaded;
  const found = await messagesOf(sections, wanted);
  if (loaded !== sections) return setLanguage(wanted);
  messages = found;
  loaded = [...sections];
  language = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = directionOf(wanted);
}

async function messagesOf(sections: readonly Section[], wanted: Language): Promise<Messages> {
  const found = await Promise.all(sections.map((section) => section[wanted]()));
  return Object.assign({}, ...found.map((file) => file.default)) as Messages;
}

/** Load sections of the texts. They stay, in every language that is chosen later. */
export function loadTexts(...sections: readonly Section[]): Promise<void> {
  return untrack(async () => {
    const current = language;
    const missing = sections.filter((each) => !loaded.includes(each));
    if (!missing.length) return;
    const found = await messagesOf(missing, current);
    if (language !== current) return loadTexts(...missing);
    messages = { ...messages, ...found };
    loaded = [...new Set([...loaded, ...missing])];
  });
}

/** Whether these texts are loaded. */
export const hasTexts = (section: Section): boolean => loaded.includes(section);

/** Load the texts of the pages beside the game, and of the parts around a table. */
export const loadPagesText = (): Promise<void> => loadTexts(ROOM, PAGES);

/** Wait for a part of the page and for the texts that it needs. */
export async function withPagesText<T>(loading: Promise<T>): Promise<T> {
  const [found] = await Promise.all([loading, loadPagesText()]);
  return found;
}

/** The message with a key, in the language of the page; an empty text while it is not loaded. */
export const t = <K extends Key>(key: K, ...[params]: Given<K>): string => coded(key, '', params ?? {});

/** The message whose key has a code of the server in it; the fallback if there is none. */
export function coded(key: string, fallback: string, params: Params = {}): string {
  const message = messages[key];
  if (message !== undefined) return fill(message, params, language);
  return loaded.length ? fallback : ''; // read, so that the message is shown when its section is loaded
}

/** A number as the language writes it, optionally with its sign. */
export const number = (n: number, sign?: 'exceptZero'): string => numeral(n, language, sign);

/** Several things in a sentence: `Ada, Ben and Cleo`. */
export const list = (things: readonly string[]): string => listed(things, language);
