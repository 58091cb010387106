// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { heightOf, keepHeight } from '../../src/pages/home/reserved';

test('the room for a part is as high as the part last was in a window of this width', () => {
  expect(heightOf('hero', 390)).toBeNull();
  keepHeight('hero', 390, 611.6);
  keepHeight('moment', 390, 0);
  expect(['hero', 'moment', 'people'].map((part) => heightOf(part, 390))).toEqual([612, 0, null]);
  expect(heightOf('hero', 1280)).toBeNull();
  keepHeight('hero', 1280, 480);
  expect(heightOf('hero', 390)).toBeNull();
  localStorage.setItem('tilerummy.heights', 'nonsense');
  expect(heightOf('hero', 1280)).toBeNull();
});
