/**
 * Inserting an element makes the browser recompute the styles around every element used with `:has()`, and every
 * play inserts elements at the table.
 */

import { expect, test } from 'vitest';

const files = import.meta.glob<string>(['../../src/**/*.css', '../../src/**/*.svelte'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Elements that contain tiles, seats or the list of moves. */
const AROUND =
  /(?:#app|main|\.game|\.game-side|\.table|\.zoned|\.around|\.seat|\.widget|\.tt[\w-]*|\.side-panel|\.tab-panel|\.moves|\.log)$/;
/** Matches the selector of the element before `:has()`, up to its last class or name. */
const ASKED = /([^\s,>+~{}]+):has\(/g;

/** The classes and names in an element's selector. */
const parts = (selector: string): string[] =>
  selector.replace(/:[\w-]+\([^)]*\)|\[[^\]]*\]/g, '').split(/(?=[.#:])/);

const faults = (css: string): string[] =>
  [...css.replace(/\/\*[^]*?\*\//g, '').matchAll(ASKED)].flatMap(([, selector]) =>
    parts(selector!).some((part) => AROUND.test(part)) ? [selector!] : [],
  );

test.each(Object.entries(files).filter(([, css]) => css.includes(':has(')))(
  '%s uses :has() on no element around the table',
  (_, css) => {
    expect(faults(css)).toEqual([]);
  },
);

test(':has() on an element around the table is detected', () => {
  expect(faults('.game.folded:has(> .a) {} .status:has(.b), #app > .zoned[data-x]:has(.c) .seat {}')).toEqual([
    '.game.folded',
    '.zoned[data-x]',
  ]);
});
