import { describe, expect, test } from 'vitest';
import { ended } from '../../src/table/layout/ended';
import { fit, placeOf, type Area, type Block, type Fit } from '../../src/table/layout/fit';
import { ownBoxes } from '../../src/table/layout/divide';
import { hit } from '../../src/table/layout/hit';
import { layout } from '../../src/table/layout/layout';
import { rackShape } from '../../src/table/layout/rack';
import { rackOf } from '../../src/table/state/draft';
import { move } from '../../src/table/state/moves';
import { draft, random } from './help';

const LIMITS = { largest: 64, aspect: 1.34, grow: false };

/** The space that each screen leaves for the table. */
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

/** Return the melds that touch another one or, unless rows are hidden, are outside the area. */
function faults(laid: Fit): number[] {
  const { area, spots, blocks, tile } = laid;
  const rects = [...spots].map(([key, spot]) => {
    const { x, y } = placeOf(laid, spot);
    return { key, x, y, right: x + blocks.get(key)!.length * laid.step - laid.step + tile.w, row: spot.row };
  });
  const outside = rects.filter(
    ({ x, y, right }) => x < 0 || y < 0 || right > area.width || (laid.tile.w > 24 && y + tile.h > area.height),
  );
  const touching = rects.filter((a) =>
    rects.some((b) => a !== b && a.row === b.row && a.x <= b.x && b.x <= a.right),
  );
  return [...outside, ...touching].map(({ key }) => key);
}

describe.each(Object.entries(AREAS))('on a %s', (_, area) => {
  test.each([0, 3, 12, 30, 50, 75, 106, 120])('%i tiles are on the table', (tiles) => {
    const of = blocks(tiles, random(tiles + 1));
    const laid = fit(area, of, LIMITS);
    expect(laid.spots.size).toBe(of.length);
    expect(faults(laid)).toEqual([]);
  });

  test('thirty-five melds of three fit', () => {
    const laid = fit(
      area,
      Array.from({ length: 35 }, (_, key) => ({ key, length: 3 })),
      LIMITS,
    );
    expect(laid.spots.size).toBe(35);
    expect(faults(laid)).toEqual([]);
  });

  test('the longest runs fit unbroken', () => {
    const laid = fit(
      area,
      [1, 2, 3, 4].map((key) => ({ key, length: 13 })),
      LIMITS,
    );
    expect(faults(laid)).toEqual([]);
  });

  test('building a turn moves nothing on the table', () => {
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

describe('tiles are as large as possible', () => {
  test.each([
    ['phone upright', 30, 30],
    ['phone upright', 50, 27],
    ['phone upright', 75, 24],
    ['phone upright', 106, 24],
    ['tablet', 106, 43],
    ['laptop', 106, 44],
    ['desktop', 106, 60],
  ])('%s, %i tiles: at least %i pixels wide', (name, tiles, wide) => {
    expect(fit(AREAS[name]!, blocks(tiles, random(3)), LIMITS).tile.w).toBeGreaterThanOrEqual(wide);
  });
});

describe('at the end of a round', () => {
  const over = { ...LIMITS, grow: true, middle: true };
  const edges = (laid: Fit): number[] => {
    const { x = 0, y = 0, width, height } = laid.area;
    const rects = [...laid.spots].map(([key, spot]) => {
      const at = placeOf(laid, spot);
      return {
        ...at,
        right: at.x + (laid.blocks.get(key)!.length - 1) * laid.step + laid.tile.w,
        below: at.y + laid.tile.h,
      };
    });
    const [left, right] = [
      Math.min(...rects.map((r) => r.x)) - x,
      x + width - Math.max(...rects.map((r) => r.right)),
    ];
    const [above, below] = [
      Math.min(...rects.map((r) => r.y)) - y,
      y + height - Math.max(...rects.map((r) => r.below)),
    ];
    return [left - right, above - below];
  };

  test.each(Object.entries(AREAS))('melds are centred on a %s', (_, area) => {
    for (const tiles of [6, 20, 45]) {
      const of = blocks(tiles, random(9));
      const before = fit({ ...area, height: area.height + 90 }, of, LIMITS);
      const laid = ended(area, of, over, before);
      for (const off of edges(laid)) expect(Math.abs(off)).toBeLessThanOrEqual(2);
      expect(faults(laid)).toEqual([]);
      expect(ended(area, of, over, laid)).toEqual(laid);
    }
  });

  test.each([40, 90, 140])(
    'tiles are as large as their rows allow, even if they were smaller before (%i)',
    (less) => {
      const of = blocks(30, random(9));
      const area = AREAS.laptop!;
      const rows = fit(area, of, LIMITS);
      const large = ended(area, of, over, rows).tile.w;
      const small = ended({ ...area, height: area.height - less }, of, over, rows);
      expect(ended(area, of, over, small).tile.w).toBeGreaterThanOrEqual(large);
    },
  );

  test('each stays in its row while the rows fit', () => {
    const of = blocks(45, random(5));
    const before = fit(AREAS.laptop!, of, LIMITS);
    const laid = ended({ ...AREAS.laptop!, width: 1252 }, of, over, before);
    const rows = (each: Fit): number[] => [...each.spots].sort(([a], [b]) => a - b).map(([, { row }]) => row);
    expect(new Set(rows(laid).map((row, i) => row - rows(before)[i]!)).size).toBe(1);
  });

  test.each([
    ['a tablet', { width: 788, height: 516 }, { width: 484, height: 516 }],
    ['an upright tablet', { width: 544, height: 698 }, { width: 544, height: 514 }],
    ['a phone', { width: 380, height: 512 }, { width: 380, height: 340 }],
    ['a small phone', { width: 350, height: 327 }, { width: 350, height: 244 }],
  ])('the result beside the table moves no meld to another row on %s', (_, felt, left) => {
    const places = ({ spots }: Fit): number[][] => {
      const rows = [...new Set([...spots.values()].map(({ row }) => row))].sort((a, b) => a - b);
      return rows.map((at) =>
        [...spots]
          .filter(([, { row }]) => row === at)
          .sort(([, a], [, b]) => a.col - b.col)
          .map(([key]) => key),
      );
    };
    for (const seed of [1, 2, 3, 4, 5]) {
      const of = blocks(36, random(seed)).map((block): Block => ({
        ...block,
        kind: block.key % 2 ? 'group' : 'run',
      }));
      const before = fit(felt, of, LIMITS);
      const laid = ended(left, of, over, before);
      expect(places(laid)).toEqual(places(before));
      expect(faults(laid)).toEqual([]);
    }
  });

  test('as large as possible otherwise', () => {
    const of = [3, 3, 3, 4, 4, 4, 3, 3, 3, 4, 4, 4, 4, 3].map((length, key) => ({ key, length }));
    const before = fit({ width: 380, height: 517 }, of, LIMITS);
    const laid = ended({ width: 380, height: 400 }, of, over, before);
    expect(laid.tile.w).toBeGreaterThan(34);
    expect(new Set([...laid.spots.values()].map(({ row }) => row)).size).toBe(6);
  });
});

describe('visual stability', () => {
  const area = AREAS.laptop!;
  const of = blocks(45, random(5));
  const laid = fit(area, of, LIMITS);

  test('a growing meld moves no other row', () => {
    const grown = of.map((block) => (block.key === 2 ? { ...block, length: block.length + 1 } : block));
    const after = fit(area, grown, LIMITS, laid);
    const row = laid.spots.get(2)!.row;
    for (const [key, spot] of laid.spots)
      if (spot.row !== row) expect(placeOf(after, after.spots.get(key)!)).toEqual(placeOf(laid, spot));
  });

  test('a removed meld moves no other', () => {
    const after = fit(
      area,
      of.filter(({ key }) => key !== 3),
      LIMITS,
      laid,
    );
    for (const [key, spot] of after.spots) expect(spot).toEqual(laid.spots.get(key));
  });

  test('a new meld stays where it was dropped, if there is room', () => {
    const near = { row: laid.rows - 1, col: 0 };
    const after = fit(area, [...of, { key: 99, length: 3, near }], LIMITS, laid);
    expect(after.spots.get(99)).toEqual(near);
    for (const [key, spot] of laid.spots) expect(after.spots.get(key)).toEqual(spot);
  });

  test('on a phone, no meld moves when another row is needed', () => {
    const area: Area = { width: 350, height: 326 };
    const sizes = { ...LIMITS, largest: 31 };
    const melds = Array.from({ length: 15 }, (_, i): Block => ({ key: i, length: 3, kind: 'group', rank: i }));
    const laid = fit(area, melds, sizes);

    const after = fit(area, [...melds, { key: 99, length: 3, kind: 'group', rank: 99 }], sizes, laid);

    expect(new Set([...after.spots.values()].map(({ row }) => row)).size).toBe(6);
    for (const { key } of melds) {
      expect(placeOf(after, after.spots.get(key)!)).toEqual(placeOf(laid, laid.spots.get(key)!));
    }
    expect(faults(after)).toEqual([]);
  });

  test('the room of a teacher who falls silent moves no meld to another row', () => {
    const [told, silent] = [400, 512].map((height): Area => ({ width: 380, height }));
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const of = blocks(40, random(seed));
      const before = fit(told!, of, LIMITS);
      const after = fit(silent!, of, { ...LIMITS, grow: true }, before);
      const moved = of.map(({ key }) => after.spots.get(key)!.row - before.spots.get(key)!.row);
      expect(new Set(moved).size).toBe(1);
    }
  });

  test('the same melds give the same layout', () => {
    expect(fit(area, of, { ...LIMITS, grow: true }, laid)).toEqual(laid);
  });

  test('tiles do not grow while a turn is built, but between turns', () => {
    const phone = AREAS['phone upright']!;
    const full = fit(phone, blocks(106, random(1)), LIMITS);
    const few = blocks(20, random(1));
    expect(fit(phone, few, LIMITS, full).tile).toEqual(full.tile);
    expect(fit(phone, few, { ...LIMITS, grow: true }, full).tile.w).toBeGreaterThan(full.tile.w);
  });
});

describe('the complete scene', () => {
  const of = draft('r3 r4 r5 / k10 k11 k12', 'r6 r7 r8 o1 o2 o3 o4 o5 o6 k1 k2 k3 k4 k5');
  const order = rackOf(of).map((piece) => piece.id);
  const all = {
    keep: fit,
    breaks: new Set<string>(),
    zones: [],
    near: new Map(),
    slots: order.length,
    parts: 1,
    rack: true,
    divide: ownBoxes,
  };
  const scene = (width: number, height: number) => layout({ ...all, width, height, draft: of, order, grow: true });

  test.each([
    [360, 520],
    [640, 320],
    [768, 960],
    [1280, 740],
    [1920, 1000],
  ])('%i by %i: every tile is inside, and every point on a tile finds it', (width, height) => {
    const laid = scene(width, height);
    expect(laid.tiles.size).toBe(of.pieces.size);
    for (const [id, { x, y, w, h }] of laid.tiles) {
      expect(x >= 0 && y >= 0 && x + w <= width && y + h <= height).toBe(true);
      expect(w).toBeGreaterThanOrEqual(24);
      for (const [px, py] of [
        [0.5, 0.5],
        [0.1, 0.1],
        [0.9, 0.9],
      ] as const) {
        expect(hit(laid, x + px * w, y + py * h, of)).toMatchObject({ id });
      }
    }
  });

  test('an empty table is all felt', () => {
    const laid = scene(1280, 740);
    expect(hit(laid, 12, 12, of)).toMatchObject({ on: 'table' });
  });

  test.each([1, 7, 14, 20, 30, 45])('a rack of %i tiles fits the given rows', (count) => {
    const rows = (count > 20 ? [0, 35, 70, 105] : [0, 73]).map((y, _, { length }) => ({
      ...{ x: 4, y, w: 352 },
      h: 116 / length - 1,
    }));
    const order = Array.from({ length: count }, (_, i) => `k1.${i}`);
    const { tile, places } = rackShape(rows, { order, breaks: new Set(), slots: count, parts: 1 });
    expect(places.length).toBe(count);
    for (const { x, y, w, h } of places) {
      expect(x >= 4 && x + w <= 356 && y >= 0 && y + h <= 133).toBe(true);
    }
    expect(tile.w).toBeGreaterThanOrEqual(20);
  });

  test.each([
    ['3 2 | 2 2 2', [3, 2, 2, 2, 2]],
    ['8 | 10 | 10', [8, 4, 4, 2, 2, 2, 2, 2, 2]],
    ['4 | 3', [4, 3]],
  ])('rows of the rack break between its parts: %s', (text, parts) => {
    const wanted = text.split(' | ').map((row) => row.split(' ').reduce((sum, n) => sum + Number(n), 0));
    const count = parts.reduce((sum, n) => sum + n, 0);
    const order = Array.from({ length: count }, (_, i) => `k1.${i}`);
    const breaks = new Set(
      parts.slice(1).map((_, n) => order[parts.slice(0, n + 1).reduce((sum, each) => sum + each, 0)]!),
    );
    const rows = wanted.map((_, n) => ({ x: 4, y: 73 * n, w: 352, h: 45 }));
    const { places } = rackShape(rows, { order, breaks, slots: count, parts: parts.length });
    expect(wanted.map((_, n) => places.filter(({ y, h }) => y + h === 73 * n + 45).length)).toEqual(wanted);
  });

  test('a row with room ends between parts, and stays within the ledges of the page', () => {
    const order = Array.from({ length: 46 }, (_, i) => `k1.${i}`);
    const rows = [0, 60].map((y) => ({ x: 0, y, w: 2200, h: 45 }));
    const input = { order, breaks: new Set([order[21]!, order[24]!]), slots: 46, parts: 3 };
    const { places } = rackShape(rows, input);
    expect(places.filter(({ y }) => y < 45).length).toBe(24);
    const narrow = rackShape(
      rows.map((row) => ({ ...row, w: 600 })),
      input,
    );
    expect(new Set(narrow.places.map(({ y, h }) => y + h))).toEqual(new Set([45, 105]));
  });

  test('placing tiles moves neither the rack nor the table', () => {
    const placed = move(of, order.slice(0, 3), { to: 'new' }).draft;
    const now = layout({ ...all, width: 360, height: 520, draft: placed, order: order.slice(3), grow: false });
    expect(now.rack).toEqual(scene(360, 520).rack);
  });
});

describe('areas given by the page', () => {
  const of = draft('r3 r4 r5 / k10 k11 k12', 'r6 r7 r8 o1 o2 o3 o4 o5 o6 k1 k2 k3 k4 k5');
  const order = rackOf(of).map((piece) => piece.id);
  const felt = { x: 118, y: 76, w: 768, h: 548 };
  const rack = { x: 100, y: 690, w: 720, h: 84, rows: 1 };
  const laid = layout({
    ...{ width: 1004, height: 800, draft: of, order, breaks: new Set<string>(), zones: [], near: new Map() },
    ...{ grow: true, slots: order.length, parts: 1, rack: true },
    places: { felt, rack, zones: {}, pool: null, seats: [] },
  });

  test('every tile is on the felt or on the rack edge', () => {
    for (const [id, tile] of laid.tiles) {
      const home = tile.area === 'rack' ? rack : felt;
      expect(tile.x >= home.x && tile.x + tile.w <= home.x + home.w).toBe(true);
      expect(tile.y >= home.y && tile.y + tile.h <= home.y + home.h).toBe(true);
      if (tile.area === 'rack') expect(tile.y + tile.h).toBe(rack.y + rack.h);
      expect(hit(laid, tile.x + tile.w / 2, tile.y + tile.h / 2, of)).toMatchObject({ id });
    }
  });

  test('a point on bare felt is felt, anywhere on the page', () => {
    expect(hit(laid, felt.x + felt.w - 20, felt.y + felt.h - 20, of)).toMatchObject({ on: 'table' });
  });
});

test.each([
  [[3, 4, 4, 3, 3, 4], 4, 360],
  [[4, 3, 3, 4, 4], 1, 340],
] as const)(
  'on a phone with melds of %j tiles, a longer run changes rows before all tiles shrink',
  (lengths, key, height) => {
    const area = { width: 380, height };
    const of = lengths.map((length, key): Block => ({ key, length, kind: 'run', rank: key }));
    const limits = { ...LIMITS, largest: 50 };
    const first = fit(area, of, limits);
    let laid = first;
    for (const length of [4, 5, 6, 7]) {
      laid = fit(area, of.with(key, { ...of[key]!, length }), limits, laid);
      expect(faults(laid)).toEqual([]);
    }
    expect(laid.tile.w).toBeGreaterThanOrEqual(Math.floor(first.tile.w / 1.1));
  },
);

test('melds that do not fit stay inside the felt when it becomes lower', () => {
  const blocks = Array.from({ length: 36 }, (_, i): Block => ({ key: i, length: 3, kind: 'run', rank: i }));
  const high: Area = { width: 380, height: 330 };
  const low: Area = { width: 380, height: 230 };
  const limits = { largest: 40, aspect: 1.34, grow: true };
  const before = fit(high, blocks, limits);

  expect(before.tile.w).toBe(24);
  expect(fit(low, blocks, limits, before).area).toEqual(low);
});
