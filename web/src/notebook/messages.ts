/**
 * The messages of the widget for notebooks. The widget's build uses this module instead of `text/messages.svelte`, so
 * that the language of the notebook's document does not change.
 */

import CORE from 'virtual:texts/core';
import ROOM from 'virtual:texts/room';
import { fill, listed, type Message, type Params } from '../text/fill';
import type { Texts } from '../text/keys';
import type { Language } from '../text/languages';

export type Key = keyof Texts;
type Given<K extends Key> = [Texts[K]] extends [null] ? [] : [params: Texts[K]];

let language: Language = 'en';
let messages: Readonly<Record<string, Message>> = {};

/** Switch to another language. */
export async function setLanguage(wanted: Language): Promise<void> {
  const found = await Promise.all([CORE[wanted](), ROOM[wanted]()]);
  messages = Object.assign({}, ...found.map((file) => file.default)) as typeof messages;
  language = wanted;
}

/** Return the message for a key that contains a code, or *fallback* if there is no such message. */
export function coded(key: string, fallback: string, params: Params = {}): string {
  const message = messages[key];
  return message === undefined ? fallback : fill(message, params, language);
}

/** Return the message with a given key. */
export const t = <K extends Key>(key: K, ...[params]: Given<K>): string => coded(key, '', params ?? {});

/** Format a list for use in a sentence. */
export const list = (things: readonly string[]): string => listed(things, language);
