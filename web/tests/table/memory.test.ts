// @vitest-environment happy-dom
/** The layout does not change on a reload. */

import { expect, test } from 'vitest';
import { fit } from '../../src/table/layout/fit';
import { layoutText, readLayout, remembering } from '../../src/table/layout/memory';
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

test.each([
  ['before it', ['k4.1', 'k5.0', 'k6.1', 'k7.0', 'k8.0', 'k9.0'], 20],
  ['behind it', ['k5.0', 'k6.1', 'k7.0', 'k8.0', 'k9.0', 'k10.1'], 0],
])('the tiles of a meld keep still if a tile laid %s is gone after a reload', (_, laid, less) => {
  const played = ['k5.3', 'k6.0', 'k7.1', 'k8.1', 'k9.2'];
  const wide: Area = { width: 700, height: 500 };
  const built = fit(wide, [block(1, ...laid), block(2, 'r4.0', 'r5.0', 'r6.0')], limits);
  const from = built.spots.get(1)!;

  const memory = { load: () => layoutText(built), save: () => {} };
  const keep = remembering(memory, () => undefined, new AbortController().signal);
  const after = keep(wide, [block(7, 'r4.0', 'r5.0', 'r6.0'), block(8, ...played)], limits);

  expect(after.spots.get(8)).toEqual({ row: from.row, col: from.col + less });
  expect(after.spots.get(7)).toEqual(built.spots.get(2));
});

test('a new meld appears where most of its tiles are in the stored layout', () => {
  const tidy = fit(area, melds, limits);
  const rows = tidy.rows - 1;
  const moved: Fit = {
    ...tidy,
    spots: new Map([...tidy.spots].map(([key, spot]) => [key, { ...spot, row: key === 1 ? rows : 0 }])),
  };
  const load = (): string => layoutText(moved);
  const keep = remembering({ load, save: () => {} }, () => undefined, new AbortController().signal);
  const red = block(8, 'r4.1', 'r5.1', 'r6.0');
  const shorter = block(9, 'k2.0', 'k3.0', 'b3.0');

  const first = keep(area, [red], limits);
  const second = keep(area, [red, shorter], limits, first);

  expect(first.spots.get(8)?.row).toBe(0);
  expect(second.spots.get(8)).toEqual(first.spots.get(8));
  expect(second.spots.get(9)?.row).toBe(second.rows - 1);
});

test('a first meld appears where it was although the stored layout has more tiles', () => {
  const tidy = fit(area, melds, limits);
  const load = (): string => layoutText({ ...tidy, spots: new Map([[1, { row: tidy.rows - 1, col: 0 }]]) });
  const keep = remembering({ load, save: () => {} }, () => undefined, new AbortController().signal);

  const only = keep(area, [block(5, 'k1.0', 'k2.0')], limits);

  expect(only.spots.get(5)).toEqual({ row: only.rows - 1, col: 0 });
});

test('after the round, the layout during the round is stored', () => {
  const felt: Area = { width: 788, height: 516 };
  const over = { ...limits, grow: true, middle: true };
  const many = [1, 4, 7, 10].flatMap((n, i) =>
    [...'krbo'].map((c, k) => block(4 * i + k, `${c}${n}.0`, `${c}${n + 1}.0`, `${c}${n + 2}.0`)),
  );
  let stored = layoutText(fit(felt, many, limits));
  let now: Fit | undefined;
  const memory = { load: () => stored, save: (text: string) => void (stored = text) };
  const watched = (middle: boolean): Fit => {
    const page = new AbortController();
    const keep = remembering(memory, () => now, page.signal);
    now = keep(felt, many, limits);
    now = keep({ ...felt, width: 484 }, many, over, now);
    if (middle) now = keep({ ...felt, width: 484 }, many, over, now);
    page.abort();
    return now;
  };

  const first = watched(true);

  expect(JSON.parse(stored)).toMatchObject({ area: felt });
  expect(layoutText(watched(false))).toEqual(layoutText(first));
});

test('after the round, melds move only while the result takes room', () => {
  const keep = remembering({ load: () => null, save: () => {} }, () => undefined, new AbortController().signal);
  const played = keep(area, melds, limits);
  const over = { ...limits, grow: true, middle: true };
  expect(keep(area, melds, over, played)).toEqual(played);
  const lower = keep({ ...area, height: 300 }, melds, over, played);
  expect(lower.area.height).toBe(300);
  expect(keep(area, melds, over, lower)).toEqual(played);
});

test('melds return to their places when the window has its size again', () => {
  const keep = remembering({ load: () => null, save: () => {} }, () => undefined, new AbortController().signal);
  const grown = { ...limits, grow: true };
  const many = [1, 4, 7, 10].map((n, i) => block(i, `k${n}.0`, `k${n + 1}.0`, `k${n + 2}.0`));
  const before = keep(area, many, grown, keep(area, many.slice(0, 3), limits));
  const away = keep({ width: 250, height: 700 }, many, grown, before);
  expect(away.spots).not.toEqual(before.spots);
  expect(keep(area, many, grown, keep({ width: 500, height: 380 }, many, grown, away))).toEqual(before);
});
