// @vitest-environment happy-dom
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../src/text/languages';
import { loadPagesText, setLanguage } from '../../src/text/messages.svelte';
import { stepText } from '../../src/text/steps';
import type { StepView } from '../../src/net/types';

const step = (code: string, fields: Partial<StepView>): StepView => ({ code, sentence: '', ...fields });
const tiles = (text: string): string[] => text.split(' ');

const STEPS: Record<string, StepView> = {
  run: step('lay', { tiles: tiles('r7 *r8 r9') }),
  group: step('lay', { tiles: tiles('r7 b7 *7') }),
  add: step('add', { tiles: ['b6'], target: tiles('b2 b3 b4 b5'), on: 'end' }),
  take: step('take', { taken: ['b5'], source: tiles('b2 b3 b4 b5'), off: 'end' }),
  split: step('split', { tiles: tiles('b2 b3 b4'), source: tiles('b2 b3 b4 b5 b6 b7'), off: 'front' }),
  apart: step('split', { tiles: ['k5'], source: tiles('k5 r5 b5 o5') }),
  join: step('join', { tiles: tiles('b2 b3'), source: tiles('b2 b3'), target: tiles('b4 b5 b6'), on: 'front' }),
  move: step('move', { tiles: ['b5'], source: tiles('b2 b3 b4 b5'), target: tiles('k5 r5 o5'), off: 'end' }),
  replace: step('replace', { tiles: ['b7'], taken: ['*b7'], target: tiles('b5 b6 *b7'), on: 'end' }),
  turn: step('turn', { tiles: ['*b4'], source: tiles('b5 b6 *b7'), target: tiles('b5 b6 *b7'), on: 'front' }),
};

describe('a step', () => {
  beforeAll(loadPagesText);

  test('is described in English', async () => {
    await setLanguage('en');
    const text = Object.fromEntries(Object.entries(STEPS).map(([name, each]) => [name, stepText(each)]));
    expect(text).toEqual({
      run: 'Lay a new run: red 7, joker for red 8, and red 9.',
      group: 'Lay a new group: red 7, blue 7, and joker for 7.',
      add: 'Add blue 6 to the blue run 2–5.',
      take: 'Pick up blue 5 from the blue run 2–5.',
      split: 'Split the blue run 2–7 between the 4 and the 5.',
      apart: 'Separate black 5 from the group of 5s (black, red, blue, and orange).',
      join: 'Join blue 2 and blue 3 to the blue run 4–6.',
      move: 'Move blue 5 from the blue run 2–5 to the group of 5s (black, red, and orange).',
      replace: 'Take joker for blue 7 from the blue run 5–6–joker and put blue 7 there instead.',
      turn: 'The joker now stands for blue 4.',
    });
  });

  test('joins piles as each language does', async () => {
    await setLanguage('fr');
    expect(stepText(STEPS.move!)).toBe(
      'Déplacez 5 bleu de la suite 2–5 en bleu au groupe de 5 (noir, rouge et orange).',
    );
    await setLanguage('tr');
    expect(stepText(STEPS.move!)).toBe(
      'Mavi 2–5 serisinden al, 5 grubuna (siyah, kırmızı ve turuncu) ekle: mavi 5.',
    );
  });

  test.each(Object.keys(LANGUAGES) as Language[])('is complete in %s', async (language) => {
    await setLanguage(language);
    for (const [name, each] of Object.entries(STEPS)) {
      const text = stepText(each);
      expect(text, name).toMatch(/\S.*[.]$/);
      expect(text, name).not.toMatch(/[{}]|undefined/);
    }
  });
});
