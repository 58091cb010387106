import { describe, expect, test } from 'vitest';
import { fit, placeOf, type Area, type Block, type Fit } from '../../src/table/layout/fit';
import { layout, hit, rackShape } from '../../src/table/layout/layout';
import { rackOf } from '../../src/table/state/draft';
import { move } from '../../src/table/state/moves';
import { draft, random } from './help';

const LIMITS = { largest: 64, aspect: 1.3, grow: false };

/** What is left of each screen for the table. */
const AREAS: Record<string, Area> = {
  'phone upright': { width: 360, height: 330 },
  'phone on its side': { width: 640, height: 200 },
  tablet: { width: 768, height: 760 },
  laptop: { width: 1280, height: 560 },
  desktop: { width: 1920, height: 840 },
};

function blocks(tiles: number, next: (below: number) => number): Block[] {
  const found: Block[] = [];
  for (let left = tiles, key = 1; left > 0; key++) {
    const length = left < 6 ? left : 3 + next(3);
    found.push({ key, length });
    left -= length;
  }
  return found;
}

/** Melds that lie outside the area or touch another. */
function faults(laid: Fit): number[] {
  const { area, spots, lengths, tile } = laid;
  const rects = [...spots].map(([key, spot]) => {
    const { x, y } = placeOf(laid, spot);
    return { key, x, y, right: x + lengths.get(key)! * tile.w, row: spot.row };
  });
  const outside = rects.filter(
    ({ x, y, right }) => x < 0 || y < 0 || right > area.width || y + tile.h > area.height,
  );
  const touching = rects.filter((a) =>
    rects.some((b) => a !== b && a.row === b.row && a.x <= b.x && b.x <= a.right),
  );
  return [...outside, ...touching].map(({ key }) => key);
}

describe.each(Object.entries(AREAS))('on a %s', (_, area) => {
  test.each([0, 3, 12, 30, 50, 75, 106, 120])('%i tiles lie on the table without scrolling', (tiles) => {
    const of = blocks(tiles, random(tiles + 1));
    const laid = fit(area, of, LIMITS);
    expect(laid.spots.size).toBe(of.length);
    expect(faults(laid)).toEqual([]);
  });

  test('thirty-five melds of three fit', () => {
    const laid = fit(area, Array.from({ length: 35 }, (_, key) => ({ key, length: 3 })), LIMITS);
    expect(laid.spots.size).toBe(35);
    expect(faults(laid)).toEqual([]);
  });

  test('the longest runs fit unbroken', () => {
    const laid = fit(area, [1, 2, 3, 4].map((key) => ({ key, length: 13 })), LIMITS);
    expect(faults(laid)).toEqual([]);
  });

  test('building a turn keeps everything on the table', () => {
    const next = random(7);
    let of = blocks(60, next);
    let laid = fit(area, of, LIMITS);
    for (let i = 0; i < 120; i++) {
      const at = next(of.length);
      const block = of[at]!;
      if (next(3) === 0) of = [...of, { key: 100 + i, length: 1 + next(4) }];
      else if (block.length > 3 && next(2)) of = of.map((b) => (b === block ? { ...b, length: b.length - 1 } : b));
      else if (next(2)) of = of.map((b) => (b === block ? { ...b, length: Math.min(13, b.length + 1) } : b));
      else of = of.filter((b) => b !== block);
      laid = fit(area, of, LIMITS, laid);
      expect(laid.spots.size).toBe(of.length);
      expect(faults(laid)).toEqual([]);
    }
  });
});

describe('tiles are as large as may be', () => {
  test.each([
    ['phone upright', 30, 30],
    ['phone upright', 50, 27],
    ['phone upright', 75, 22],
    ['phone upright', 106, 18],
    ['tablet', 106, 44],
    ['laptop', 106, 44],
    ['desktop', 106, 64],
  ])('%s, %i tiles: at least %i pixels wide', (name, tiles, wide) => {
    expect(fit(AREAS[name]!, blocks(tiles, random(3)), LIMITS).tile.w).toBeGreaterThanOrEqual(wide);
  });
});

describe('what the eye knows stays', () => {
  const area = AREAS.laptop!;
  const of = blocks(45, random(5));
  const laid = fit(area, of, LIMITS);

  test('a meld that grows moves no other row', () => {
    const grown = of.map((block) => (block.key === 2 ? { ...block, length: block.length + 1 } : block));
    const after = fit(area, grown, LIMITS, laid);
    const row = laid.spots.get(2)!.row;
    for (const [key, spot] of laid.spots) if (spot.row !== row) expect(after.spots.get(key)).toEqual(spot);
  });

  test('a meld that goes leaves the others where they are', () => {
    const after = fit(area, of.filter(({ key }) => key !== 3), LIMITS, laid);
    for (const [key, spot] of after.spots) expect(spot).toEqual(laid.spots.get(key));
  });

  test('a new meld lies where it was dropped, if there is room', () => {
    const near = { row: laid.rows - 1, col: 4 };
    const after = fit(area, [...of, { key: 99, length: 3, near }], LIMITS, laid);
    expect(after.spots.get(99)).toEqual(near);
    for (const [key, spot] of laid.spots) expect(after.spots.get(key)).toEqual(spot);
  });

  test('there is always room to drop a new meld', () => {
    const small = AREAS['phone upright']!;
    let now = blocks(80, random(2));
    let last = fit(small, now, LIMITS);
    for (let key = 200; key < 215; key++) {
      now = [...now, { key, length: 3 }];
      last = fit(small, now, LIMITS, last);
      const room = [...Array(last.rows).keys()].some((row) => {
        const taken = [...last.spots].filter(([, spot]) => spot.row === row);
        const ends = taken.map(([at, { col }]) => [col, col + 2 * last.lengths.get(at)!] as const);
        const edges = [[-9, -1], ...ends.sort((a, b) => a[0] - b[0]), [last.cols + 1, 0]] as const;
        return edges.slice(1).some(([from], i) => from - 1 - (edges[i]![1] + 1) >= 6);
      });
      expect(room).toBe(true);
    }
  });

  test('the same melds give the same layout', () => {
    expect(fit(area, of, { ...LIMITS, grow: true }, laid)).toEqual(laid);
  });

  test('tiles do not grow while a turn is built, and do between turns', () => {
    const phone = AREAS['phone upright']!;
    const full = fit(phone, blocks(106, random(1)), LIMITS);
    const few = blocks(20, random(1));
    expect(fit(phone, few, LIMITS, full).tile).toEqual(full.tile);
    expect(fit(phone, few, { ...LIMITS, grow: true }, full).tile.w).toBeGreaterThan(full.tile.w);
  });
});

describe('the whole scene', () => {
  const of = draft('r3 r4 r5 / k10 k11 k12', 'r6 r7 r8 o1 o2 o3 o4 o5 o6 k1 k2 k3 k4 k5');
  const order = rackOf(of).map((piece) => piece.id);
  const scene = (width: number, height: number) =>
    layout({ width, height, draft: of, order, zones: [], near: new Map(), grow: true, slots: order.length, rack: true });

  test.each([
    [360, 520],
    [640, 320],
    [768, 960],
    [1280, 740],
    [1920, 1000],
  ])('%i by %i: every tile is inside, and every point on one finds it', (width, height) => {
    const laid = scene(width, height);
    expect(laid.tiles.size).toBe(of.pieces.size);
    for (const [id, { x, y, w, h }] of laid.tiles) {
      expect(x >= 0 && y >= 0 && x + w <= width && y + h <= height).toBe(true);
      expect(w).toBeGreaterThanOrEqual(24);
      for (const [px, py] of [[0.5, 0.5], [0.1, 0.1], [0.9, 0.9]] as const) {
        expect(hit(laid, x + px * w, y + py * h, of)).toMatchObject({ id });
      }
    }
  });

  test('the empty table is the table', () => {
    const laid = scene(1280, 740);
    expect(hit(laid, 12, 12, of)).toMatchObject({ on: 'table' });
  });

  test.each([1, 7, 14, 20, 30, 45])('a rack of %i tiles keeps to the height it is given', (count) => {
    const { tile, rows, perRow } = rackShape(count, { width: 360, height: 500, share: 0.4 });
    expect(rows * perRow).toBeGreaterThanOrEqual(count);
    expect(rows * (tile.h + 4)).toBeLessThanOrEqual(200);
    expect(tile.w).toBeGreaterThanOrEqual(24);
  });

  test('placing tiles moves neither the rack nor the table', () => {
    const placed = move(of, order.slice(0, 3), { to: 'new' }).draft;
    const now = layout({
      ...{ width: 360, height: 520, draft: placed, order: order.slice(3), zones: [] },
      ...{ near: new Map(), grow: false, slots: order.length, rack: true },
    });
    expect(now.rack).toEqual(scene(360, 520).rack);
  });
});
