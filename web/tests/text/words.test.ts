import { describe, expect, test } from 'vitest';
import { LANGUAGES, directionOf, preferredLanguage, type Language } from '../../src/text/messages/languages';
import { fill, listed, type Message } from '../../src/text/messages/messages';

const languages = Object.keys(LANGUAGES) as Language[];
const files = import.meta.glob<{ default: Record<string, Message> }>(
  '../../../src/tilerummy/rules_text/languages/*/*.json',
);

// That every language has the same messages with the same parameters, tests/rules_text holds.
describe.each(languages)('the messages in %s', (language) => {
  const { plurals } = LANGUAGES[language];
  const rules = new Intl.PluralRules(language);

  test('have the plural categories of the language', () => {
    const needed = new Set([...Array(200).keys()].map((n) => rules.select(n)));
    expect(new Set(plurals)).toEqual(needed);
  });

  test('have a form for every number', async () => {
    const own = Object.entries(files).filter(([file]) => file.includes(`/${language}/`));
    expect(own.length).toBe(Object.keys(files).length / languages.length);
    expect(own.length).toBeGreaterThan(5);
    for (const [, load] of own) {
      for (const message of Object.values((await load()).default)) {
        if (typeof message === 'string') continue;
        for (const n of [0, 1, 2, 5, 11, 100]) expect(message[rules.select(n)]).toBeTruthy();
      }
    }
  });
});

test('parameters are filled in, numbers as the language writes them', () => {
  expect(fill('{name} has {n} tiles', { name: 'Ada', n: 1200 }, 'de')).toBe('Ada has 1.200 tiles');
  expect(fill({ one: '{n} tile', other: '{n} tiles' }, { n: 1 }, 'en')).toBe('1 tile');
  expect(fill({ one: '{n} tile', other: '{n} tiles' }, { n: 4 }, 'en')).toBe('4 tiles');
  expect(fill('{n} points', { n: -1600 }, 'en')).toBe('−1,600 points');
  expect(fill('{unknown}', {}, 'en')).toBe('{unknown}');
  expect(listed(['Ada', 'Ben'], 'de')).toBe('Ada und Ben');
  expect(
    fill('{name} ({n})', { name: 'Tom B.', n: 2 }, 'he'),
    'from right to left a name keeps its own direction',
  ).toBe('\u2068Tom B.\u2069 (2)');
});

test('the browser chooses the language, and Hebrew runs from right to left', () => {
  expect(preferredLanguage(['xx-BR', 'nl-BE', 'en'])).toBe('nl');
  expect(preferredLanguage(['iw'])).toBe('he');
  expect(preferredLanguage(['xx'])).toBe('en');
  const known = ['en', 'de', 'nl', 'fr', 'es', 'tr', 'he'] as const;
  expect(known.map(directionOf)).toEqual(['ltr', 'ltr', 'ltr', 'ltr', 'ltr', 'ltr', 'rtl']);
});
