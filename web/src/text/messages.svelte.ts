/**
 * The current language and its messages. `t` returns the message with a given key, and `coded` is used if the key
 * contains a code from the server. Sections of messages are loaded together with the components that need them.
 */

import { untrack } from 'svelte';
import CORE from 'virtual:texts/core';
import PAGES from 'virtual:texts/pages';
import ROOM from 'virtual:texts/room';
import { fill, listed, numeral, type Message, type Params } from './fill';
import type { Texts } from './keys';
import { directionOf, type Language } from './languages';

export type Key = keyof Texts;
/** The keys of all messages without arguments. */
export type PlainKey = { [K in Key]: Texts[K] extends null ? K : never }[Key];
type Messages = Readonly<Record<string, Message>>;
/** A section of the messages, which is split into one chunk per language. */
export type Section = Readonly<Record<Language, () => Promise<{ default: Messages }>>>;
/** The parameters of `t` that follow the key: the arguments of the message, if it has any. */
type Given<K extends Key> = [Texts[K]] extends [null] ? [] : [params: Texts[K]];

let language = $state.raw<Language>('en');
let messages: Messages = {};
let loaded = $state.raw<readonly Section[]>([CORE]);

/** Return the current language, as reactive state. */
export const currentLanguage = (): Language => language;

/** Switch to another language. Resolves once its messages have been loaded. */
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

/** Load sections of the messages. When the language changes, they are loaded in the new language as well. */
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

/** Return whether this section has been loaded. */
export const hasTexts = (section: Section): boolean => loaded.includes(section);

/** Load the messages for the other pages and for the area around the table. */
export const loadPagesText = (): Promise<void> => loadTexts(ROOM, PAGES);

/** Wait for *loading* and for the messages loaded by `loadPagesText`. */
export async function withPagesText<T>(loading: Promise<T>): Promise<T> {
  const [found] = await Promise.all([loading, loadPagesText()]);
  return found;
}

/** Return the message with a given key in the current language, or an empty string until it has been loaded. */
export const t = <K extends Key>(key: K, ...[params]: Given<K>): string => coded(key, '', params ?? {});

/** Return the message for a key that contains a code from the server, or *fallback* if there is no such message. */
export function coded(key: string, fallback: string, params: Params = {}): string {
  const message = messages[key];
  if (message !== undefined) return fill(message, params, language);
  return loaded.length ? fallback : ''; // reactive: the message appears once its section is loaded
}

/** Format a number for the current language, optionally with a sign. */
export const number = (n: number, sign?: 'exceptZero'): string => numeral(n, language, sign);

/** Format a list for use in a sentence, such as `Ada, Ben and Cleo`. */
export const list = (things: readonly string[]): string => listed(things, language);
