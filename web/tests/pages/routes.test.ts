import { expect, test } from 'vitest';
import { routeOf } from '../../src/pages/routes';

test('every address is a page', () => {
  expect(routeOf('/')).toEqual({ page: 'home' });
  expect(routeOf('/t/abc/')).toEqual({ page: 'table', room: 'abc' });
  expect(routeOf('/i/x%20y')).toEqual({ page: 'invite', code: 'x y' });
  expect(routeOf('/legal')).toEqual({ page: 'legal' });
  expect(routeOf('/learn')).toEqual({ page: 'learn', course: 'basic' });
  expect(routeOf('/learn/american')).toEqual({ page: 'learn', course: 'american' });
  expect(routeOf('/learn/nothing')).toEqual({ page: 'lost' });
  expect(routeOf('/t/a/b')).toEqual({ page: 'lost' });
  expect(routeOf('/nothing')).toEqual({ page: 'lost' });
});
