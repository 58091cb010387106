// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import { load } from '../../src/pages';
import { routeOf } from '../../src/pages/routes';

test('every address names a page and its parameter', () => {
  expect(routeOf('/')).toEqual({ page: 'home', part: '' });
  expect(routeOf('/t/abc/')).toEqual({ page: 'table', part: 'abc' });
  expect(routeOf('/i/x%20y')).toEqual({ page: 'invite', part: 'x y' });
  expect(routeOf('/studio')).toEqual({ page: 'studio', part: '' });
  expect(routeOf('/photo')).toEqual({ page: 'photo', part: '' });
  for (const lost of ['/t/a/b', '/table/abc', '/home', '/i/%E0%A4%A']) expect(routeOf(lost).page).toBe('lost');
});

test('a page gets its parameters, and unknown pages are not found', async () => {
  const { Content: Learn, props } = await load(routeOf('/learn/american'));
  const { Content: Lost } = await load(routeOf('/lost'));
  expect(props).toEqual({ course: 'american' });
  expect((await load(routeOf('/learn'))).Content).toBe(Learn);
  for (const lost of ['/learn/nothing', '/nothing', '/studio/x', '/t', '/i', '/constructor', '/__proto__']) {
    expect((await load(routeOf(lost))).Content).toBe(Lost);
  }
});
