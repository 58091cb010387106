import { describe, expect, test } from 'vitest';
import { fit, placeOf, type Area, type Block, type Fit } from '../../src/table/layout/fit';
import { tidied } from '../../src/table/layout/tidy';
import { random } from './help';

/** The felt of each designed screen, and the width of a rack tile. */
const FELTS: Record<string, readonly [Area, number]> = {
  '1280 by 800': [{ x: 118, y: 76, width: 768, height: 548 }, 54],
  '1920 by 1080': [{ x: 150, y: 92, width: 1280, height: 756 }, 88],
  '360 by 640': [{ x: 5, y: 52, width: 350, height: 330 }, 45],
  '390 by 844': [{ x: 5, y: 54, width: 380, height: 510 }, 50],
  '740 by 360': [{ x: 98, y: 5, width: 538, height: 254 }, 40],
};

const limits = (largest: number, grow = true) => ({ largest, aspect: 1.34, grow });

type Numbers = readonly (readonly ['group' | 'run', number, number])[];

/** Return melds with the given kind, rank and length. */
const melds = (of: Numbers): Block[] => of.map(([kind, rank, length], key) => ({ key, kind, rank, length }));

const DRAWN = melds([
  ['group', 1, 3],
  ['group', 2, 3],
  ['group', 5, 3],
  ['group', 6, 4],
  ['group', 9, 3],
  ['group', 8, 4],
  ['group', 12, 3],
  ['group', 13, 3],
  ['run', 17, 4],
  ['run', 34, 4],
  ['run', 42, 4],
  ['run', 51, 3],
  ['run', 9, 3],
]);

/** Return a random table whose melds are in random order. */
function table(tiles: number, next: (below: number) => number): Block[] {
  const found: Block[] = [];
  for (let left = tiles, key = 1; left > 2; key++) {
    const group = next(2) === 0;
    const length = Math.min(left, group ? 3 + next(2) : 3 + next(next(4) ? 3 : 11));
    found.push({ key, kind: group ? 'group' : 'run', rank: next(group ? 13 : 64), length });
    left -= length;
  }
  return found;
}

const boxes = (laid: Fit) =>
  [...laid.spots].map(([key, spot]) => {
    const { x, y } = placeOf(laid, spot);
    return {
      key,
      x,
      y,
      right: x + laid.blocks.get(key)!.length * laid.step - laid.step + laid.tile.w,
      bottom: y + laid.tile.h,
    };
  });

/** Return the melds that overlap or are outside the felt. */
function faults(laid: Fit): unknown[] {
  const all = boxes(laid);
  const { x = 0, y = 0, width, height } = laid.area;
  // the smallest tiles may be below the visible area
  const low = laid.tile.w > 24 ? y + height : Infinity;
  const outside = all.filter((a) => a.x < x || a.y < y || a.right > x + width || a.bottom > low);
  const over = all.flatMap((a, i) =>
    all
      .slice(i + 1)
      .flatMap((b) => (a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom ? [[a, b]] : [])),
  );
  return [...outside, ...over];
}

/** Return the widths of all gaps in all rows, in columns. */
function free(laid: Fit): number[] {
  return [...Array(laid.rows).keys()].flatMap((row) => {
    const there = [...laid.spots].filter(([, spot]) => spot.row === row).sort(([, a], [, b]) => a.col - b.col);
    const starts = [...there.map(([, { col }]) => col - laid.gap), laid.cols];
    const ends = [0, ...there.map(([key, { col }]) => col + 20 * laid.blocks.get(key)!.length + laid.gap)];
    return starts.map((start, i) => start - ends[i]!);
  });
}

describe('the designed table', () => {
  test.each([
    ['1280 by 800', 53],
    ['1920 by 1080', 80],
    ['360 by 640', 31],
    ['390 by 844', 37],
    ['740 by 360', 35],
  ])('%s: tiles are %i pixels wide', (name, wide) => {
    const [area, largest] = FELTS[name]!;
    const laid = tidied(area, DRAWN, limits(largest));
    expect(laid.tile.w).toBe(wide);
    expect(faults(laid)).toEqual([]);
  });

  test('a desktop has two columns: groups by number, then runs by colour', () => {
    const laid = tidied(FELTS['1280 by 800']![0], DRAWN, limits(54));
    const rows = [...Array(5).keys()].map((row) =>
      DRAWN.filter(({ key }) => laid.spots.get(key)!.row === row)
        .sort((a, b) => laid.spots.get(a.key)!.col - laid.spots.get(b.key)!.col)
        .map(({ kind, rank }) => `${kind} ${rank}`),
    );
    expect(rows).toEqual([
      ['group 1', 'group 2', 'run 9'],
      ['group 5', 'group 6', 'run 17'],
      ['group 8', 'group 9', 'run 34'],
      ['group 12', 'group 13', 'run 42'],
      ['run 51'],
    ]);
    expect(new Set([...laid.spots.values()].map(({ col }) => col)).size).toBe(3);
  });

  test('a phone has groups, then runs, in rows from the left', () => {
    const laid = tidied(FELTS['360 by 640']![0], DRAWN, limits(45));
    const read = [...laid.spots].sort(([, a], [, b]) => a.row - b.row || a.col - b.col).map(([key]) => key);
    // the orange run moves to save a row
    expect(read).toEqual([0, 1, 2, 3, 5, 4, 6, 7, 12, 8, 11, 9, 10]);
    expect(new Set([...laid.spots.values()].map(({ row }) => row)).size).toBe(5);
    expect(
      new Set(
        boxes(laid)
          .filter(({ key }) => laid.spots.get(key)!.col === 0)
          .map(({ x }) => x),
      ).size,
    ).toBe(1);
  });
});

test.each([
  ['group', 1],
  ['run', 1],
  ['run', 4],
  ['group', 6],
] as const)('melds of one kind are in the middle of a wide felt: %s, %i', (kind, many) => {
  const area = { width: 864, height: 548 };
  const melds = Array.from({ length: many }, (_, key): Block => ({ key, length: 3, kind, rank: key }));
  const laid = tidied(area, melds, limits(54));
  const right = Math.max(...boxes(laid).map(({ right }) => right));
  const left = Math.min(...boxes(laid).map(({ x }) => x));
  expect(Math.abs(left - (area.width - right))).toBeLessThanOrEqual(1.5 * laid.tile.w);
});

test('groups of six colours do not overlap without runs', () => {
  const melds = Array.from({ length: 6 }, (_, key): Block => ({ key, length: 6, kind: 'group', rank: key }));
  expect(faults(tidied({ width: 1280, height: 756 }, melds, limits(54)))).toEqual([]);
});

describe.each(Object.entries(FELTS))('laws, %s', (_, [area, largest]) => {
  const seeds = [...Array(40).keys()];
  const at = (seed: number) => table(3 + ((seed * 37) % 104), random(seed + 1));

  test('nothing overlaps, everything is on the felt, no tile is under 24 pixels', () => {
    for (const seed of seeds) {
      const laid = tidied(area, at(seed), limits(largest));
      expect(laid.spots.size).toBe(at(seed).length);
      expect(faults(laid)).toEqual([]);
      if (at(seed).every(({ length }) => length < 13)) expect(laid.tile.w).toBeGreaterThanOrEqual(24);
    }
  });

  test('the same table has the same layout, in any order of its melds', () => {
    for (const seed of seeds) {
      const of = at(seed);
      const laid = tidied(area, of, limits(largest));
      expect(tidied(area, [...of].reverse(), limits(largest)).spots).toEqual(new Map(laid.spots));
      expect(fit(area, of, limits(largest), laid)).toEqual(laid);
    }
  });

  test('an additional tile moves no other meld if there is room', () => {
    for (const seed of seeds) {
      const of = at(seed);
      const laid = tidied(area, of, limits(largest));
      for (const block of of) {
        const { row, col } = laid.spots.get(block.key)!;
        const end = col + 20 * block.length;
        const next = [...laid.spots.values()]
          .filter((spot) => spot.row === row && spot.col > col)
          .map((spot) => spot.col);
        if (Math.min(laid.cols + laid.gap, ...next) - end < 20 + laid.gap) continue;
        const grown = of.map((each) => (each === block ? { ...each, length: each.length + 1 } : each));
        const after = fit(area, grown, limits(largest), laid);
        if (after.tile.w === laid.tile.w) expect(after.spots).toEqual(laid.spots);
        // otherwise there was no room for another meld
      }
    }
  });

  test('during other turns nothing moves if there is room, and seldom much otherwise', () => {
    let [turns, many] = [0, 0];
    for (const seed of seeds) {
      const next = random(seed + 99);
      let of = table(20, next);
      let laid = tidied(area, of, limits(largest));
      for (let turn = 0; turn < 12; turn++) {
        const [fresh] = table(3 + next(3), next);
        of = [...of, { ...fresh!, key: 100 + turn }];
        const after = fit(area, of, limits(largest), laid);
        expect(faults(after)).toEqual([]);
        const moved = [...laid.spots].filter(
          ([key, spot]) =>
            `${spot.row} ${spot.col}` !== `${after.spots.get(key)!.row} ${after.spots.get(key)!.col}`,
        );
        const room = free(laid).filter((wide) => wide >= 20 * Math.max(3, fresh!.length)).length;
        if (room > 1 && after.tile.w === laid.tile.w) expect(moved).toEqual([]);
        if (room > 1) expect(after.tile.w).toBeGreaterThanOrEqual(laid.tile.w);
        turns++;
        if (after.tile.w === laid.tile.w && moved.length > laid.spots.size / 2) many++;
        laid = after;
      }
    }
    expect(many / turns).toBeLessThan(0.05);
  });

  test('a complete game of laying, growing, splitting and removing obeys the laws', () => {
    for (const seed of seeds.slice(0, 12)) {
      const next = random(seed + 7);
      let of = table(12, next);
      let laid = tidied(area, of, limits(largest));
      for (let turn = 0; turn < 80; turn++) {
        const block = of[next(of.length)];
        if (!block || next(3) === 0) of = [...of, { ...table(3, next)[0]!, key: 100 + turn }];
        else if (next(3))
          of = of.map((each) =>
            each === block ? { ...each, length: clampTo13(each.length + (next(3) ? 1 : -1)) } : each,
          );
        else of = of.filter((each) => each !== block);
        if (of.reduce((sum, each) => sum + each.length, 0) > 106) of = of.slice(10);
        laid = fit(area, of, limits(largest, turn % 3 === 0), laid);
        expect(laid.spots.size).toBe(of.length);
        expect(faults(laid)).toEqual([]);
      }
    }
  });
});

const clampTo13 = (n: number): number => Math.max(1, Math.min(13, n));
