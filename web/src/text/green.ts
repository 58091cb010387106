/** Colour words for the palette that is green where other tiles are orange: the two words are exchanged. */

import CORE from 'virtual:texts/core';
import type { Message } from './fill';
import { LANGUAGES, type Language } from './languages';
import { loadTexts, type Section } from './messages.svelte';

const WORDS = ['colour.o', 'colour.g'] as const;

/** Exchange the words for orange and green, or restore them. Resolves once the messages have been replaced. */
export function swapColourWords(swapped: boolean): Promise<void> {
  const words = async (language: Language): Promise<{ default: Record<string, Message> }> => {
    const { default: core } = await CORE[language]();
    const from = swapped ? WORDS.toReversed() : WORDS;
    return { default: Object.fromEntries(WORDS.map((key, i) => [key, core[from[i]!]!])) };
  };
  // a new section replaces the words of all sections that were loaded before it
  const section = Object.fromEntries(Object.keys(LANGUAGES).map((code) => [code, () => words(code as Language)]));
  return loadTexts(section as Section);
}
