// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import STUDIO from 'virtual:texts/studio';
import { loadPagesText, loadTexts, setLanguage } from '../../src/text/messages.svelte';
import Keyboard from '../../src/components/position/Keyboard.svelte';
import { PositionEditor } from '../../src/pages/studio/editor.svelte';
import '../../src/table/deferred';
import { lawOf } from '../../src/game/draft/law';
import { STANDARD, readTiles, tileText } from '../../src/rules';

const changed = vi.fn();
let editor: PositionEditor;

const tap = (text: string, where: 'table' | 'rack' = 'table'): void => {
  for (const tile of readTiles(text, STANDARD)) editor.add(tile, where);
};

beforeAll(async () => {
  await setLanguage('en');
  await loadPagesText();
  await loadTexts(STUDIO);
});

beforeEach(() => {
  changed.mockClear();
  editor = new PositionEditor(lawOf({}, null), changed);
  editor.attach(document.createElement('div'));
  editor.lay({ table: '', rack: '', after: '' });
});

describe('a position', () => {
  test('is laid by tapping, and its text follows', () => {
    tap('k5 r5 b5 b1 b2 b3 *');
    tap('b4 o5', 'rack');

    expect(editor.texts.table).toBe('k5 r5 b5 / b1 b2 b3 *b4');
    expect(editor.texts.rack).toBe('b4 o5');
    expect(editor.facts).toEqual([]);
    expect(editor.whole).toBe(true);
    expect(changed).toHaveBeenCalled();
  });

  test('is typed, and the table follows', () => {
    editor.type('table', 'k5 r5 b5 / r9 r10 r11');
    editor.type('rack', 'b4, *');

    expect(editor.tiles.map(tileText)).toEqual(['k5', 'r5', 'r9', 'r10', 'r11', 'b4', 'b5', '*']);
    editor.typed();
    expect(editor.texts.rack).toBe('b4 *');
  });

  test('reports invalid melds, with tiles and reason', () => {
    tap('k5 r5');

    expect(editor.whole).toBe(false);
    expect(editor.facts).toEqual(['Not a valid meld: black 5 and red 5. A meld needs at least three tiles.']);
  });

  test('reports unreadable text, and tiles that occur too often', () => {
    editor.type('table', 'k5 r5 x9');
    expect(editor.wrong).toContain('x9');
    expect(editor.texts.table).toBe('k5 r5 x9');

    editor.type('table', 'k5 r5 b5 / k5 r5 o5 / k5 b5 o5');
    expect(editor.facts.join()).toContain('black 5');
    expect(editor.whole).toBe(false);
  });

  test('asks which tile an ambiguous joker represents', () => {
    editor.type('table', 'k1 k2 k3 / b5 * *');
    expect(editor.question?.melds).toHaveLength(2);

    editor.answer(0);
    expect(editor.texts.table).toMatch(/^k1 k2 k3 \/ .*b5/);
    expect(editor.question).toBeNull();
  });

  test('is undone tap by tap, and cleared', () => {
    tap('k5 r5 b5');
    editor.undo();
    expect(editor.texts.table).toBe('k5 r5');

    editor.clear();
    expect(editor.texts.table).toBe('');
    editor.undo();
    expect(editor.texts.table).toBe('k5 r5');
  });
});

describe('a play', () => {
  beforeEach(() => editor.lay({ table: 'k5 r5 b5 o5 / b6 b7 b8', rack: 'b4 k1', after: '' }));

  test('starts from the table as it was set up', () => {
    editor.play();
    editor.type('after', 'k5 r5 o5 / b4 b5 b6 b7 b8');

    expect(editor.wrong).toBe('');
    expect(editor.touched).toBe(true);
    editor.typed();
    expect(editor.texts.after).toBe('k5 r5 o5 / b4 b5 b6 b7 b8');
  });

  test('reports missing tiles and tiles from nowhere', () => {
    editor.play();
    editor.type('after', 'k5 r5 b5 / b6 b7 b8');
    expect(editor.wrong).toContain('orange 5');

    editor.type('after', 'k5 r5 b5 o5 / b6 b7 b8 b9');
    expect(editor.wrong).toContain('blue 9');
  });

  test('is dropped when the position changes', () => {
    editor.play();
    editor.type('after', 'k5 r5 o5 / b4 b5 b6 b7 b8');
    editor.arrange();
    tap('r1 r2 r3');

    expect(editor.texts.after).toBe('');
  });

  test('comes with a link', () => {
    editor.lay({ table: 'b6 b7 b8', rack: 'b9 k1', after: 'b6 b7 b8 b9' });

    expect(editor.stage).toBe('play');
    expect(editor.touched).toBe(true);
  });
});

test('the keyboard offers only the tiles of the rules', async () => {
  const props = {
    get set() {
      return editor.set;
    },
    onadd: () => {},
  };
  const keyboard = mount(Keyboard, { target: document.body, props });
  editor.lay({ table: '', rack: '', after: '' }, lawOf({ 'tiles.numbers': 8 }, null));
  flushSync();

  const numbers = [...document.querySelectorAll('.keys b')].map(({ textContent }) => Number(textContent));
  expect(Math.max(...numbers)).toBe(8);
  await unmount(keyboard);
});

test('tiles that the rules do not have are named', () => {
  editor.lay({ table: '', rack: 'k5 k12', after: '' }, lawOf({ 'tiles.numbers': 8 }, null));
  expect(editor.wrong).toBe('These rules have no black 12.');
  expect(editor.whole).toBe(false);
});
