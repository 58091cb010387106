/**
 * Whatever is inserted into a page lets the browser work out anew the styles around every element that is
 * asked for its content by `:has()`, and at a table something is inserted with every play.
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
/** The simple selectors of an element before `:has()`, up to the last class or name. */
const ASKED = /([^\s,>+~{}]+):has\(/g;

/** The classes and names of a selector of one element. */
const parts = (selector: string): string[] =>
  selector.replace(/:[\w-]+\([^)]*\)|\[[^\]]*\]/g, '').split(/(?=[.#:])/);

const faults = (css: string): string[] =>
  [...css.replace(/\/\*[^]*?\*\//g, '').matchAll(ASKED)].flatMap(([, asked]) =>
    parts(asked!).some((part) => AROUND.test(part)) ? [asked!] : [],
  );

test.each(Object.entries(files).filter(([, css]) => css.includes(':has(')))(
  '%s asks no element around the table for its content',
  (_, css) => {
    expect(faults(css)).toEqual([]);
  },
);

test('an element around the table that is asked is found', () => {
  expect(faults('.game.folded:has(> .a) {} .status:has(.b), #app > .zoned[data-x]:has(.c) .seat {}')).toEqual([
    '.game.folded',
    '.zoned[data-x]',
  ]);
});
