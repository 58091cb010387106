// @vitest-environment happy-dom
/** Gestures on the photo. */
import { flushSync, mount, unmount } from 'svelte';
import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { STANDARD } from '../../src/rules';
import Picture from '../../src/photo/check/Picture.svelte';
import { found } from '../../src/photo/position';
import { reading } from './readings';

const ondrop = vi.fn();
let shown: Record<string, unknown>;
const READING = reading('k1 b1 o1');

beforeEach(() => {
  ondrop.mockReset();
  const shot = { url: '', reading: READING, found: found(READING, STANDARD) };
  const props = { shot, marks: new Map(), target: null, onselect: vi.fn(), onadd: vi.fn(), oncut: vi.fn() };
  shown = mount(Picture, { target: document.body, props: { ...props, ondrop } });
  flushSync();
});
afterEach(() => unmount(shown));

function pointer(type: string, x: number, buttons: number): void {
  const tile = document.querySelector('[data-tile="1"]')!;
  const init = { bubbles: true, pointerId: 1, button: 0, buttons, clientX: x, clientY: 0 };
  tile.dispatchEvent(new PointerEvent(type, init));
}

test('a tile is swiped away', () => {
  pointer('pointerdown', 0, 1);
  pointer('pointermove', 60, 1);
  pointer('pointerup', 60, 0);
  expect(ondrop).toHaveBeenCalledWith(1);
});

test('a mouse that was released outside the window swipes nothing', () => {
  pointer('pointerdown', 0, 1);
  pointer('pointermove', 60, 0);
  pointer('pointerup', 60, 0);
  expect(ondrop).not.toHaveBeenCalled();
});
