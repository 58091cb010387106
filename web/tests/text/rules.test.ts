// @vitest-environment happy-dom
import { beforeAll, describe, expect, test } from 'vitest';
import RULES from 'virtual:texts/rules';
import { loadTexts, setLanguage } from '../../src/text/messages.svelte';
import { ruleText } from '../../src/text/rule_text';
import type { Language } from '../../src/text/languages';

describe('a sentence', () => {
  const players = { code: 'deal.players', text: 'Two, three or four can play.', params: { players: [2, 3, 4] } };
  const draw = { code: 'option.draw.tiles', text: 'Each draw is four tiles.', params: { n: 4 } };

  async function reads(language: Language): Promise<void> {
    await setLanguage(language);
    await loadTexts(RULES);
  }
  beforeAll(() => reads('en'));

  test("is shown in the server's English", () => {
    expect(ruleText(players)).toBe(players.text);
  });

  test('is translated, with its parameters', async () => {
    await reads('de');
    expect(ruleText(players)).toBe('Es können 2, 3 oder 4 spielen.');
    expect(ruleText(draw)).toBe('Gezogen werden 4 Steine.');
    expect(ruleText({ ...draw, params: { n: 1 } })).toBe('Gezogen wird 1 Stein.');
    const colours = { code: 'option.tiles.colours', text: '', params: { colours: 2 } };
    expect(ruleText(colours)).toBe('Die Farben sind schwarz und rot.');
    await reads('fr');
    expect(ruleText(players)).toBe('On joue à 2, 3 ou 4.');
  });

  test('of an unknown code is shown in English', async () => {
    await reads('nl');
    expect(ruleText({ code: 'about.next-year', text: 'New.' })).toBe('New.');
  });
});
