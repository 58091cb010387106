// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { deal, frame, key, melds, root, table, tapTile, tile, type } from './table_driver';

describe('by keyboard', () => {
  test('pick, move, drop; the focus stays', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    table.focus();
    tile('r6.0').focus();
    await key(' ', 'ArrowUp');
    expect(document.activeElement).toBe(tile('r5.0'));
    await key('Enter');
    expect(melds()).toBe('r3 r4 r5 r6');
    expect(document.activeElement).toBe(tile('r5.0'));
    await key('u');
    expect(melds()).toBe('r3 r4 r5');
    await key('r');
    expect(melds()).toBe('r3 r4 r5 r6');
  });

  test('picked tiles, undo and the arrows respond to keys from elsewhere on the page', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    const elsewhere = async (name: string, more: KeyboardEventInit = {}): Promise<boolean> => {
      const event = new KeyboardEvent('keydown', { key: name, cancelable: true, ...more });
      Object.defineProperty(event, 'target', { value: document.body });
      table.key(event);
      await frame();
      return event.defaultPrevented;
    };
    expect(await elsewhere('Delete')).toBe(false);
    await tapTile('k1.0');
    (document.activeElement as HTMLElement).blur();
    expect(await elsewhere('Enter')).toBe(false);
    await elsewhere('n');
    expect(melds()).toBe('r3 r4 r5 / k1');
    await elsewhere('u');
    expect(melds()).toBe('r3 r4 r5');
    await elsewhere('r');
    expect(melds()).toBe('r3 r4 r5 / k1');
    expect(await elsewhere('z', { ctrlKey: true })).toBe(true);
    expect(melds()).toBe('r3 r4 r5');
    await elsewhere('Z', { ctrlKey: true, shiftKey: true });
    expect(melds()).toBe('r3 r4 r5 / k1');
    expect(await elsewhere('r', { ctrlKey: true })).toBe(false);
    await elsewhere('ArrowUp');
    expect(root.contains(document.activeElement)).toBe(true);
  });

  test('after the end of a row comes the next one', async () => {
    await deal('r3 r4 r5', 'k1 k2');
    tile('r5.0').focus();
    await key('ArrowRight');
    expect(document.activeElement).toBe(tile('k1.0'));
    await key('ArrowLeft');
    expect(document.activeElement).toBe(tile('r5.0'));
  });

  test('undone moves cannot be redone after another move', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    type('r6 > 1');
    table.undo();
    expect(table.control.history.future).toHaveLength(1);
    type('k1 > new');
    expect(table.control.history.future).toHaveLength(0);
    table.redo();
    expect(melds()).toBe('r3 r4 r5 / k1');
  });

  test('new meld, cut, return to rack, release', async () => {
    await deal('r3 r4 r5 r6 r7 r8', 'k1 k2 k3');
    for (const id of ['k1.0', 'k2.0', 'k3.0']) {
      tile(id).focus();
      await key(' ');
    }
    await key('n');
    expect(melds()).toBe('r3 r4 r5 r6 r7 r8 / k1 k2 k3');
    tile('r6.0').focus();
    await key('s');
    expect(melds()).toBe('r3 r4 r5 / r6 r7 r8 / k1 k2 k3');
    tile('k3.0').focus();
    await key('Backspace');
    expect(melds()).toBe('r3 r4 r5 / r6 r7 r8 / k1 k2');
    await key(' ', 'Escape');
    expect(root.querySelectorAll('[aria-pressed=true]').length).toBe(0);
  });

  test('J changes the value of a joker', async () => {
    await deal('r5 r6 *r7', '');
    tile('*.0').focus();
    await key('j');
    expect(melds()).toBe('*r4 r5 r6');
  });

  test('a click from assistive technology is a tap', async () => {
    await deal('r3 r4 r5', 'r6');
    tile('r6.0').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    tile('r5.0').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    await frame();
    expect(melds()).toBe('r3 r4 r5 r6');
  });
});

describe('typed moves', () => {
  test.each([
    ['r6 > 1', 'r3 r4 r5 r6 / k7 b7 o7'],
    ['k1 k2 k3 > new', 'r3 r4 r5 / k7 b7 o7 / k1 k2 k3'],
    ['1/2', 'r3 r4 / r5 / k7 b7 o7'],
    ['1.3 > 2', 'r3 r4 / k7 b7 o7 r5'],
    ['1.2-3 > new', 'r3 / k7 b7 o7 / r4 r5'],
    ['R6 > 1', 'r3 r4 r5 r6 / k7 b7 o7'],
  ])('%s', async (text, after) => {
    await deal('r3 r4 r5 / k7 b7 o7', 'r6 k1 k2 k3');
    expect(type(text)).toEqual({ ok: true });
    expect(melds().split(' / ').sort()).toEqual(after.split(' / ').sort());
  });

  test.each([
    ['r9 > 1', 'no_such_tile', 'r9'],
    ['r6 > 7', 'no_such_meld', '7'],
    ['x6 > 1', 'bad_notation', 'x6'],
    ['hello', 'bad_command', 'hello'],
    ['r6 > 1 > 2', 'bad_command', 'r6 > 1 > 2'],
    ['1/9', 'no_such_tile', '1/9'],
  ])('%s is not understood, and changes nothing', async (text, code, word) => {
    await deal('r3 r4 r5 / k7 b7 o7', 'r6');
    expect(type(text)).toEqual({ ok: false, code, word });
    expect(table.untouched).toBe(true);
  });

  test('a tile that is in several melds needs its position', async () => {
    await deal('r3 r4 r5 / r3 b3 k3', '');
    expect(type('r3 > new')).toMatchObject({ code: 'which_tile', places: ['1.1', '2.2'] });
  });
});
