import { expect, test } from 'vitest';
import { fill, listed } from '../../src/text/fill';
import { directionOf, preferredLanguage } from '../../src/text/languages';

test('parameters are filled in, with localized numbers', () => {
  expect(fill('{name} has {n} tiles', { name: 'Ada', n: 1200 }, 'de')).toBe('Ada has 1.200 tiles');
  expect(fill('{n} points', { n: -1600 }, 'en')).toBe('−1,600 points');
  expect(fill('{unknown}', {}, 'en')).toBe('{unknown}');
  expect(listed(['Ada', 'Ben'], 'de')).toBe('Ada und Ben');
  expect(
    fill('{name} ({n})', { name: 'Tom B.', n: 2 }, 'he'),
    'from right to left a name keeps its own direction',
  ).toBe('\u2068Tom B.\u2069 (2)');
});

test('the browser chooses the language, and Hebrew is right-to-left', () => {
  expect(preferredLanguage(['xx-BR', 'nl-BE', 'en'])).toBe('nl');
  expect(preferredLanguage(['iw'])).toBe('he');
  expect(preferredLanguage(['xx'])).toBe('en');
  const known = ['en', 'de', 'nl', 'fr', 'es', 'tr', 'he'] as const;
  expect(known.map(directionOf)).toEqual(['ltr', 'ltr', 'ltr', 'ltr', 'ltr', 'ltr', 'rtl']);
});
