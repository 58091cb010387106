// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { heroHeight, keepHeroHeight } from '../../src/pages/home/hero/height';

test('the room for the hero is as high as it last was in a window of this width', () => {
  expect(heroHeight(390)).toBeNull();
  keepHeroHeight(390, 611.6);
  expect(heroHeight(390)).toBe(612);
  expect(heroHeight(1280)).toBeNull();
  localStorage.setItem('tilerummy.hero', 'nonsense');
  expect(heroHeight(390)).toBeNull();
});
