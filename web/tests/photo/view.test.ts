import { expect, test } from 'vitest';
import { WHOLE, clamped, photoPoint, showing, zoomed } from '../../src/photo/view';

const photo = { width: 800, height: 400 };
const box = { width: 400, height: 400 };

test('a photo is centred in its box', () => {
  expect(clamped(WHOLE, photo, box)).toEqual({ scale: 1, x: 0, y: 100 });
});

test('an enlarged photo leaves no gap beside it', () => {
  expect(clamped({ scale: 4, x: 50, y: -5000 }, photo, box)).toEqual({ scale: 4, x: 0, y: -400 });
  expect(clamped({ scale: 0.2, x: 0, y: 0 }, photo, box).scale).toBe(1);
});

test('a photo is enlarged around a point, which stays where it is', () => {
  const before = clamped({ scale: 4, x: -300, y: -200 }, photo, box);
  const after = zoomed(before, 1.5, [200, 150], photo, box);
  expect(after.scale).toBe(6);
  const there = photoPoint([200, 150], before, photo, box);
  photoPoint([200, 150], after, photo, box).forEach((each, i) => expect(each).toBeCloseTo(there[i]!));
});

test('a tile is shown in the middle at the size that was asked for', () => {
  const view = showing([400, 200], 20, 60, photo, box);
  expect(view.scale).toBe(6);
  expect(photoPoint([200, 200], view, photo, box)).toEqual([400, 200]);
});
