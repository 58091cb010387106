/** The layout that a reload of the page leaves as it was. */

import { expect, test } from 'vitest';
import { fit } from '../../src/table/layout/fit';
import { layoutText, readLayout } from '../../src/table/layout/memory';
import type { Area, Block, Fit } from '../../src/table/layout/grid';

const area: Area = { width: 380, height: 500 };
const limits = { largest: 40, aspect: 1.34, grow: false };
const block = (key: number, ...ids: string[]): Block => ({ key, length: ids.length, kind: 'run', rank: key, ids });
const melds = [block(1, 'k1.0', 'k2.0', 'k3.0'), block(2, 'r4.0', 'r5.0', 'r6.0')];
const spots = ({ spots }: Fit): unknown => [...spots.values()];

test('a stored layout is continued, although keys and copies are numbered anew', () => {
  const tidy = fit(area, melds, limits);
  const moved: Fit = {
    ...tidy,
    spots: new Map([...tidy.spots].map(([key, spot]) => [key, { ...spot, row: key + 2 }])),
  };
  const again = [block(7, 'k1.1', 'k2.0', 'k3.1'), block(8, 'r4.1', 'r5.1', 'r6.0')];

  const stored = readLayout(layoutText(moved), again)!;

  expect(spots(stored)).not.toEqual(spots(tidy));
  expect(spots(fit(area, again, limits, stored))).toEqual(spots(moved));
});

test('a layout without any of the melds is not continued', () => {
  const text = layoutText(fit(area, melds, limits));

  expect(readLayout(text, [block(1, 'b1.0', 'b2.0', 'b3.0')])).toBeUndefined();
});
