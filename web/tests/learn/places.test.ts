// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { STANDARD } from '../../src/rules';
import { placesIn } from '../../src/learn/parts/places';
import type { Position } from '../../src/learn/course';

function stage(): HTMLElement {
  const root = document.createElement('div');
  const boxes = { felt: new DOMRect(0, 60, 375, 314), rack: new DOMRect(0, 400, 375, 100) };
  for (const [place, box] of Object.entries(boxes)) {
    const part = document.createElement('div');
    Object.assign(part.dataset, { place, rows: '1' });
    part.getBoundingClientRect = () => box;
    root.append(part);
  }
  return root;
}

test('on a phone, a puzzle has the whole felt, and a lesson has room for its own tables', () => {
  const position = { table: 'table k2 k3 k4 k5', rack: 'k6 r1', show: [], tries: [] } as unknown as Position;
  const puzzle = placesIn(stage(), position, STANDARD, true);
  expect([puzzle.felt, puzzle.tile]).toEqual([{ x: 0, y: 60, w: 375, h: 314 }, undefined]);
  expect(placesIn(stage(), position, STANDARD, false).felt.w).toBeLessThan(375);
});
