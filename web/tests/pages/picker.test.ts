// @vitest-environment happy-dom
import { beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../../src/tilerummy/texts/en.json';
import { LANGUAGES, type Language } from '../../src/text/languages';
import { coded, setLanguage, loadPagesText } from '../../src/text/messages.svelte';
import type { PresetView } from '../../src/net/types/http';
import { chipText, differences, signature } from '../../src/pages/picker/chips';
import { entriesOf, entryOf } from '../../src/pages/picker/entries';
import { FAMILIES, familyOf } from '../../src/pages/picker/families';
import { matchQuality, search } from '../../src/pages/picker/search';

const languages = Object.keys(LANGUAGES) as Language[];
/** Every preset has a description in every language. */
const PRESETS = Object.keys(rules).flatMap((key) => /^rule\.about\.(.+)$/.exec(key)?.[1] ?? []);

function preset(name: string, options: PresetView['options'], about = ''): PresetView {
  const title = name.replace(/-/g, ' ').replace(/^\w/, (first) => first.toUpperCase());
  const rest = { source: '', players: [2, 3, 4], turn_ms: null, same_levels: {} };
  return { name, title, about, family: 'play_or_draw', options, ...rest };
}
const SABRA = preset('sabra', {
  'initial_meld.points': 30,
  'joker.melds': 'locked',
  direction: 'cw',
  'turn.seconds': 120,
});
const PRESSMAN = preset(
  'pressman-1987',
  { ...SABRA.options, 'initial_meld.points': 50, direction: 'ccw' },
  '50 points to open.',
);
const TRADITIONAL = preset('tile-rummy', { ...SABRA.options, 'turn.seconds': 0 });
const ALL = [TRADITIONAL, SABRA, PRESSMAN];

beforeAll(async () => {
  await setLanguage('en');
  await loadPagesText();
});

describe('a preset', () => {
  test.each(PRESETS)('%s is in exactly one family', (name) => {
    expect(FAMILIES.filter(({ presets }) => presets.includes(name))).toHaveLength(1);
  });

  test('without a family counts as an edition of Sabra', () => {
    expect(familyOf('next-year').name).toBe('editions');
  });

  test('of a family exists', () => {
    expect(FAMILIES.flatMap(({ presets }) => presets).filter((name) => !PRESETS.includes(name))).toEqual([]);
  });
});

test('the usual game lists Sabra and First Game before all other rules', () => {
  const all = entriesOf(
    ['tile-rummy', 'rummikub', 'sabra', 'short-game', 'first-game', 'lemada-2014'].map((name) =>
      preset(name, SABRA.options),
    ),
    [],
  );
  expect(all.map(({ family, ruleset }) => `${family} ${ruleset}`)).toEqual([
    'today sabra',
    'today first-game',
    'today short-game',
    'today tile-rummy',
    'today rummikub',
    'editions lemada-2014',
  ]);
});

describe('differences', () => {
  test('come from the options, most important first', () => {
    expect(differences(PRESSMAN.options, SABRA.options).map(chipText)).toEqual(['50 points', 'counter-clockwise']);
  });

  test('are also shown for a base', () => {
    expect(signature(SABRA.options, SABRA.options).map(chipText)).toEqual(['30 points', 'jokers locked']);
    expect(signature(TRADITIONAL.options, SABRA.options).map(chipText)).toEqual([
      '30 points',
      'jokers locked',
      'no clock',
    ]);
  });

  test('omit options that the other rules lack', () => {
    expect(differences({ ...SABRA.options, trump_bonus: true }, SABRA.options)).toEqual([]);
  });
});

describe('an entry', () => {
  test('has a family, a year and a description', () => {
    const [first, second, third] = entriesOf(ALL, []);
    expect([first!.family, second!.family, third!.family]).toEqual(['today', 'today', 'editions']);
    expect(third).toMatchObject({
      ruleset: 'pressman-1987',
      title: 'Pressman',
      edition: '1987',
      about: '50 points to open.',
    });
  });

  test('exists for stored house rules', () => {
    const saved = [{ name: 'Kowalskis', ruleset: 'sabra+initial_meld.points=40' }];
    const own = entriesOf(ALL, saved).at(-1);
    expect(own).toMatchObject({
      family: 'house',
      title: 'Kowalskis',
      about: 'Sabra · 1 change',
      chips: ['40 points'],
    });
    expect(entryOf(saved[0]!.ruleset, ALL, saved)).toEqual(own);
  });

  test('exists for house rules that are not stored', () => {
    expect(entryOf('sabra+initial_meld.points=40', ALL, [])).toMatchObject({
      title: 'Sabra · 1 change',
      name: '',
    });
  });

  test('of rules without their preset is omitted', () => {
    expect(entriesOf(ALL, [{ name: 'Lost', ruleset: 'nowhere' }])).toHaveLength(3);
  });
});

describe('a search', () => {
  const rulesetsFor = (query: string): string[] => search(query, entriesOf(ALL, [])).map(({ ruleset }) => ruleset);

  test('finds by name, year, number and words in any order', () => {
    expect(rulesetsFor('press')).toEqual(['pressman-1987']);
    expect(rulesetsFor('1987')).toEqual(['pressman-1987']);
    expect(rulesetsFor('50 points')).toEqual(['pressman-1987']);
    expect(rulesetsFor('points 50')).toEqual(['pressman-1987']);
    expect(rulesetsFor('clock no')).toEqual(['tile-rummy']);
    expect(rulesetsFor('nothing of this')).toEqual([]);
  });

  test.each([
    ['de', '50 punkte'],
    ['nl', '50 punten'],
    ['fr', '50 points'],
    ['es', '50 puntos'],
    ['tr', '50 puan'],
    ['he', '50 נקודות'],
  ] as const)('finds in the words of %s', async (language, query) => {
    await setLanguage(language);
    expect(rulesetsFor(query)).toEqual(['pressman-1987']);
    await setLanguage('en');
  });

  test('ignores accents and case', () => {
    expect(matchQuality('ISTAKA', 'ıstakadan')).toBe(2);
    expect(matchQuality('numero', 'Número 7')).toBe(2);
    expect(matchQuality('tisch', 'Tischumbauten')).toBe(2);
    expect(matchQuality('counter-clock', 'counter-clockwise')).toBe(2);
  });

  test('finds parts of words, after matches at their start', () => {
    expect(matchQuality('tausch', 'Jokertausch')).toBe(1);
    expect(matchQuality('joker tausch', 'Jokertausch')).toBe(1);
    expect(matchQuality('clock', 'counter-clockwise')).toBe(1);
    expect(matchQuality('5', '15 points')).toBe(0);
    expect(matchQuality('1987', '219870')).toBe(0);
    expect(matchQuality('un', 'rummy in rounds')).toBe(0);
    const all = ['Jokertausch', 'kein Tausch', 'nichts'].map((words) => ({ words }));
    expect(search('tausch', all).map(({ words }) => words)).toEqual(['kein Tausch', 'Jokertausch']);
  });
});

test.each(languages)('every family has search words in %s', async (language) => {
  await setLanguage(language);
  for (const { name } of FAMILIES)
    for (const part of ['', '.short', '.about']) expect(coded(`family.${name}${part}`, '')).toBeTruthy();
  await setLanguage('en');
});
