import { expect, test } from 'vitest';
import { fill } from '../../src/text/fill';
import { compile } from '../../tools/texts.mjs';

test("a plural is chosen by exact number, otherwise by the language's category", () => {
  const message = compile(
    '{name} lays {n, plural, =0 {nothing} one {# tile} other {# tiles and {m, plural, other {#}}}}.',
  );
  const said = (n) => fill(message, { name: 'Ada', n, m: 7 }, 'en');
  expect([0, 1, 4].map(said)).toEqual(['Ada lays nothing.', 'Ada lays 1 tile.', 'Ada lays 4 tiles and 7.']);
  const hebrew = compile('{n, plural, one {a} two {b} other {c}}');
  expect([0, 1, 2, 3].map((n) => fill(hebrew, { n }, 'he'))).toEqual(['c', 'a', 'b', 'c']);
});

test.each([
  '{n, number}',
  '{n, plural, offset:1 other {#}}',
  '{n, selectordinal, other {#}}',
  "'{n}'",
  '{n',
  '{}',
])('the build fails with %s', (source) => expect(() => compile(source)).toThrow());
