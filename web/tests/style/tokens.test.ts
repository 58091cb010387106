/** Every custom property that a style sheet or a component uses is defined somewhere. */

import { expect, test } from 'vitest';

const files = import.meta.glob<string>('../../src/**/*.{css,svelte,ts}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const text = Object.entries(files);

// `--x: …` in a style sheet, `style:--x` in a component, `setProperty('--x', …)` in code
const DEFINED = /(?:^|[\s{;])(--[\w-]+)\s*:|style:(--[\w-]+)|setProperty\('(--[\w-]+)'/gm;
const defined = new Set(
  text.flatMap(([, code]) => [...code.matchAll(DEFINED)].map((match) => match[1] ?? match[2] ?? match[3])),
);

test.each(text.filter(([, code]) => code.includes('var(--')))('%s uses properties that exist', (_, code) => {
  // one with a fallback may be undefined
  const used = [...code.matchAll(/var\((--[\w-]+)\)/g)].map((match) => match[1]!);
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
});
