import { describe, expect, test } from 'vitest';
import { LANGUAGES, directionOf, wantedOf, type Language } from '../../src/text/messages/languages';
import { fill, listed, type Message } from '../../src/text/messages/messages';

type Words = Record<string, Message>;
const game = import.meta.glob<{ default: Words }>('../../src/text/messages/*.ts');
const pages = import.meta.glob<{ default: Words }>('../../src/text/messages/pages/*.ts');
const room = import.meta.glob<{ default: Words }>('../../src/text/messages/room/*.ts');
const languages = Object.keys(LANGUAGES) as Language[];

async function words(language: Language, files: typeof game, folder: string): Promise<Words> {
  return (await files[`../../src/text/messages/${folder}${language}.ts`]!()).default;
}

const texts = (message: Message): string[] =>
  typeof message === 'string' ? [message] : Object.values({ ...message });
const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!).sort();

describe.each([
  ['the game', game, ''],
  ['the pages', pages, 'pages/'],
  ['a table', room, 'room/'],
])('the words of %s', (_, files, folder) => {
  test.each(languages)('are complete and have the same parameters in %s', async (language) => {
    const english = await words('en', files, folder);
    const other = await words(language, files, folder);
    expect(Object.keys(other)).toEqual(Object.keys(english));
    for (const [key, message] of Object.entries(english)) {
      const known = new Set(texts(message).flatMap(holes));
      const told = texts(other[key]!);
      expect(told.every((text) => text.trim().length > 0), key).toBe(true);
      for (const hole of told.flatMap(holes)) expect(known, `${key} {${hole}}`).toContain(hole);
      // a form for one may say it in words, so only the general form has to hold everything
      const whole = holes(typeof other[key] === 'string' ? other[key] : (other[key] as { other: string }).other);
      const wanted = holes(typeof message === 'string' ? message : message.other);
      expect(new Set(whole), key).toEqual(new Set(wanted));
    }
  });

  test.each(languages)('have a form for every number in %s', async (language) => {
    const other = await words(language, files, folder);
    const rules = new Intl.PluralRules(language);
    for (const message of Object.values(other)) {
      if (typeof message === 'string') continue;
      for (const n of [0, 1, 2, 5, 11, 100]) {
        const form = rules.select(n);
        expect(form === 'other' || form in message || typeof message.other === 'string').toBe(true);
        expect(fill(message, { n }, language)).not.toBe('');
      }
    }
  });
});

test('every advice of a hint is worded', async () => {
  const english = await words('en', room, 'room/');
  // what the server may advise, src/tilerummy/analysis/hints/advice.py; `wait` is told as `idle`
  for (const advice of ['play', 'draw', 'begin', 'take', 'discard', 'declare', 'go_out', 'pass', 'idle']) {
    expect(english[`hint.${advice}`], advice).toBeTruthy();
  }
});

test('parameters are filled in, numbers as the language writes them', () => {
  expect(fill('{name} has {n} tiles', { name: 'Ada', n: 1200 }, 'de')).toBe('Ada has 1.200 tiles');
  expect(fill({ one: '{n} tile', other: '{n} tiles' }, { n: 1 }, 'en')).toBe('1 tile');
  expect(fill({ one: '{n} tile', other: '{n} tiles' }, { n: 4 }, 'en')).toBe('4 tiles');
  expect(fill('{n} points', { n: -1600 }, 'en')).toBe('−1,600 points');
  expect(fill('{unknown}', {}, 'en')).toBe('{unknown}');
  expect(listed(['Ada', 'Ben'], 'de')).toBe('Ada und Ben');
});

test('the browser chooses the language, and Hebrew runs from right to left', () => {
  expect(wantedOf(['pt-BR', 'nl-BE', 'en'])).toBe('nl');
  expect(wantedOf(['iw'])).toBe('he');
  expect(wantedOf(['zh'])).toBe('en');
  expect(languages.map(directionOf)).toEqual(['ltr', 'ltr', 'ltr', 'ltr', 'ltr', 'ltr', 'rtl']);
});
