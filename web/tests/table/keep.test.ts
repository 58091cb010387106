/** Melds that a play does not touch do not move if there is room; otherwise as few as possible move. */

import { describe, expect, test } from 'vitest';
import { fit, placeOf, type Area, type Block, type Fit } from '../../src/table/layout/fit';
import { TILE, widthOf } from '../../src/table/layout/grid';
import { kept } from '../../src/table/layout/keep';
import { random } from './help';

const LIMITS = { largest: 54, aspect: 1.34, grow: false };
const FELTS: Record<string, Area> = {
  'small phone': { width: 350, height: 330 },
  'phone on its side': { width: 530, height: 250 },
  desktop: { width: 768, height: 548 },
};

/** Return whether a row has a free space of this width, not counting the gaps to its neighbours. */
function hasPlace(laid: Fit, wide: number, except?: number): boolean {
  return Array.from({ length: laid.rows }, (_, r) => {
    const taken = [...laid.spots]
      .filter(([key, { row }]) => row === r && key !== except)
      .map(([key, { col }]) => [col, col + widthOf(laid.blocks.get(key)!)] as const)
      .sort(([a], [b]) => a - b);
    const ends = [...taken.map(([, to]) => to + laid.gap)];
    return [0, ...ends].some((from, i) => (taken[i] ? taken[i]![0] - laid.gap : laid.cols) - from >= wide);
  }).some(Boolean);
}

/** Return whether the row of a growing meld has room for it and its neighbours. */
function hasRoomInRow({ spots, blocks, cols, gap }: Fit, grown: Block): boolean {
  const { row } = spots.get(grown.key)!;
  const there = [...spots]
    .filter(([, spot]) => spot.row === row)
    .map(([key]) => (key === grown.key ? grown : blocks.get(key)!));
  return there.reduce((sum, block) => sum + widthOf(block) + gap, -gap) <= cols;
}

const changedRows = (before: Fit, after: Fit): number[] =>
  [...before.spots]
    .filter(([key, { row }]) => after.spots.has(key) && after.spots.get(key)!.row !== row)
    .map(([key]) => key);

const moved = (before: Fit, after: Fit): number[] =>
  [...before.spots]
    .filter(([key, spot]) => after.spots.has(key) && JSON.stringify(after.spots.get(key)) !== JSON.stringify(spot))
    .map(([key]) => key);

describe.each(Object.entries(FELTS))('on a felt of a %s', (_, area) => {
  test.each([1, 2, 3, 4])(
    'nothing moves for a new meld while there is room, and a growing meld keeps its row if it fits, %i',
    (seed) => {
      const next = random(seed);
      let of: Block[] = Array.from({ length: 7 }, (_, key) => ({
        key,
        length: 3 + next(2),
        kind: key % 2 ? 'run' : 'group',
      }));
      let laid = fit(area, of, LIMITS);
      for (let key = 100; key < 150; key++) {
        const at = next(of.length);
        const grows = next(2) === 0 && of[at]!.length < 9;
        const block = grows
          ? { ...of[at]!, length: of[at]!.length + 1 }
          : { key, length: 3 + next(3), kind: 'run' as const };
        of = grows ? of.with(at, block) : [...of, block];
        const after = fit(area, of, LIMITS, laid);
        if (grows ? hasRoomInRow(laid, block) : hasPlace(laid, widthOf(block))) {
          expect(after.tile).toEqual(laid.tile);
          const others = moved(laid, after).filter((each) => each !== block.key);
          const row = grows ? laid.spots.get(block.key)!.row : -1;
          expect(others.filter((each) => laid.spots.get(each)!.row !== row)).toEqual([]);
          expect(changedRows(laid, after)).toEqual([]);
        }
        laid = after;
      }
    },
  );
});

/** Return rows of three-tile melds at the given starting columns. */
function rows(...starts: readonly (readonly number[])[]): { frame: Fit; blocks: Block[] } {
  const laid = fit(FELTS.desktop!, [{ key: 1, length: 3 }], LIMITS);
  const blocks: Block[] = [];
  const spots = new Map<number, { row: number; col: number }>();
  starts.forEach((row, r) =>
    row.forEach((col) => {
      blocks.push({ key: blocks.length, length: 3 });
      spots.set(blocks.length - 1, { row: r, col });
    }),
  );
  const all = new Map(blocks.map((block) => [block.key, block]));
  return { frame: { ...laid, rows: starts.length, cols: 240, gap: 5, columns: [], spots, blocks: all }, blocks };
}

describe('without free space', () => {
  test('a neighbour moves before a row does', () => {
    // the first row would have to move two for a new meld, the second only one
    const { frame, blocks } = rows([0, 80, 160], [0, 90, 170]);
    const short = { ...frame, cols: 270 };
    const after = kept(short, [...blocks, { key: 9, length: 3 }])!;
    expect(moved(short, after)).toHaveLength(1);
  });

  test('a neighbour moves to the edge', () => {
    const { frame, blocks } = rows([0, 65, 130], [0, 65]);
    const filled = new Map(frame.blocks).set(2, { key: 2, length: 2 });
    const before = {
      ...frame,
      cols: 195,
      spots: new Map(frame.spots).set(4, { row: 1, col: 85 }),
      blocks: filled,
    };
    const list = [...blocks.slice(0, 2), { key: 2, length: 2 }, ...blocks.slice(3)];
    const after = kept(before, [...list, { key: 9, length: 3 }])!;
    expect(after).not.toBeNull();
    expect(moved(before, after)).toHaveLength(1);
  });

  test('an overfull table is not an error', () => {
    const { frame, blocks } = rows([0, 65, 130]);
    expect(kept({ ...frame, cols: 195 }, [...blocks, { key: 9, length: 3 }])).toBeNull();
  });
});

describe('a changed meld', () => {
  const ids = (...names: string[]): string[] => names;
  const one = (names: string[]): Block => ({ key: 0, length: names.length, ids: names });
  const at = (col: number, names: string[]): Fit => {
    const { frame } = rows([col]);
    return { ...frame, blocks: new Map([[0, one(names)]]) };
  };

  test('keeps its tiles in place when one is added before them', () => {
    const after = kept(at(100, ids('r3', 'r4', 'r5')), [one(ids('r2', 'r3', 'r4', 'r5'))])!;
    expect(after.spots.get(0)).toEqual({ row: 0, col: 100 - TILE });
  });

  test('keeps the other tiles in place when its first tile leaves', () => {
    const after = kept(at(100, ids('r3', 'r4', 'r5', 'r6')), [one(ids('r4', 'r5', 'r6'))])!;
    expect(after.spots.get(0)).toEqual({ row: 0, col: 100 + TILE });
  });

  test('is cut in place', () => {
    const was = { ...at(100, ids('r3', 'r4', 'r5', 'r6', 'r7', 'r8')), rows: 3 };
    const after = kept(was, [
      one(ids('r3', 'r4', 'r5')),
      { key: 1, length: 3, kind: 'run', ids: ids('r6', 'r7', 'r8') },
    ])!;
    expect(after.spots.get(0)).toEqual({ row: 0, col: 100 });
    expect(after.spots.get(1)).toEqual({ row: 0, col: 100 + 3 * TILE + was.gap });
  });

  test('leaves its joker beside it', () => {
    const was = { ...at(100, ids('r3', '*', 'r5')), rows: 3 };
    const after = kept(was, [one(ids('r3', 'r4', 'r5')), { key: 1, length: 1, kind: null, ids: ids('*') }])!;
    expect([100 - TILE - was.gap, 100 + 3 * TILE + was.gap]).toContain(after.spots.get(1)!.col);
    expect(after.spots.get(1)!.row).toBe(0);
  });

  test('stays on the felt', () => {
    const after = kept(at(0, ids('r3', 'r4', 'r5')), [one(ids('r2', 'r3', 'r4', 'r5'))])!;
    expect(after.spots.get(0)).toEqual({ row: 0, col: 0 });
  });

  test('pushes its neighbours aside instead of changing rows', () => {
    const { frame, blocks } = rows([0, 65, 130], []);
    const after = kept({ ...frame, cols: 240 }, [{ ...blocks[0]!, length: 4 }, ...blocks.slice(1)])!;
    expect(after.spots).toEqual(
      new Map([
        [0, { row: 0, col: 0 }],
        [1, { row: 0, col: 85 }],
        [2, { row: 0, col: 150 }],
      ]),
    );
  });

  test('stays in place if its left neighbour has room on the other side', () => {
    const { frame, blocks } = rows([20, 85, 150], []);
    const before = { ...frame, blocks: new Map(frame.blocks).set(1, { ...one(ids('r3', 'r4', 'r5')), key: 1 }) };
    const grown = { ...one(ids('r2', 'r3', 'r4', 'r5')), key: 1 };
    const after = kept(before, [blocks[0]!, grown, blocks[2]!])!;
    expect([0, 1, 2].map((key) => after.spots.get(key))).toEqual([0, 65, 150].map((col) => ({ row: 0, col })));
  });

  test('stays between its neighbours if the room is on their other side', () => {
    const { frame, blocks } = rows([60, 125, 180], []);
    const after = kept({ ...frame, cols: 240 }, [blocks[0]!, { ...blocks[1]!, length: 4 }, blocks[2]!])!;
    expect([...after.spots].map(([, { row }]) => row)).toEqual([0, 0, 0]);
    expect([0, 1, 2].map((key) => after.spots.get(key)!.col)).toEqual([30, 95, 180]);
  });

  test('moves by itself if its row is full', () => {
    const { frame, blocks } = rows([0, 65, 130], [], []);
    const after = kept({ ...frame, cols: 190 }, [{ ...blocks[0]!, length: 4 }, ...blocks.slice(1)])!;
    expect(after.spots).toEqual(
      new Map([
        [0, { row: 1, col: 0 }],
        [1, { row: 0, col: 65 }],
        [2, { row: 0, col: 130 }],
      ]),
    );
  });

  test('moves the last meld of its row if only that meld has room elsewhere', () => {
    const { frame, blocks } = rows([0, 65, 130], [0, 65]);
    const after = kept({ ...frame, cols: 190 }, [{ ...blocks[0]!, length: 4 }, ...blocks.slice(1)])!;
    expect(after.spots).toEqual(
      new Map([
        [0, { row: 0, col: 0 }],
        [1, { row: 0, col: 85 }],
        [2, { row: 1, col: 130 }],
        [3, { row: 1, col: 0 }],
        [4, { row: 1, col: 65 }],
      ]),
    );
  });
});

/** Return pairs of melds that have swapped: the first was above the second before, and is below it afterwards. */
function swapped(before: Fit, after: Fit): [number, number][] {
  const keys = [...before.spots.keys()].filter((key) => after.spots.has(key));
  const rows = ({ spots }: Fit, a: number, b: number): number => spots.get(a)!.row - spots.get(b)!.row;
  return keys.flatMap((a) =>
    keys.flatMap((b): [number, number][] => (rows(before, a, b) < 0 && rows(after, a, b) > 0 ? [[a, b]] : [])),
  );
}

/** Return the melds from top to bottom and, within a row, from left to right. */
const read = ({ spots }: Fit, keys: readonly number[]): number[] =>
  [...keys].sort((a, b) => {
    const [from, to] = [spots.get(a)!, spots.get(b)!];
    return from.row - to.row || from.col - to.col;
  });

describe.each([
  ...Object.entries(FELTS),
  ['phone', { x: 5, y: 54, width: 380, height: 510 }] as const,
  ['large desktop', { x: 150, y: 92, width: 1280, height: 756 }] as const,
])('while melds grow on a felt of a %s', (_, area) => {
  test.each([
    [1, 4],
    [2, 6],
    [3, 8],
    [4, 12],
    [5, 16],
    [6, 20],
  ])('only the grown meld changes rows while it has room, seed %i, %i melds', (seed, many) => {
    const next = random(seed);
    let of: Block[] = Array.from({ length: many }, (_, key) => ({
      key,
      length: 3,
      kind: next(2) ? 'run' : 'group',
      rank: next(64),
    }));
    // between turns, tiles may also become larger, or smaller if the table is full
    for (let [turn, laid] = [0, fit(area, of, LIMITS)]; turn < 40; turn++) {
      const at = next(of.length);
      if (of[at]!.length > 9) continue;
      const grown = { ...of[at]!, length: of[at]!.length + 1 };
      of = of.with(at, grown);
      const grow = turn % 2 > 0;
      const after = fit(area, of, { ...LIMITS, grow }, laid);
      const keys = of.map(({ key }) => key);
      const others = keys.filter((key) => key !== grown.key);
      const down = (key: number): number => after.spots.get(key)!.row - laid.spots.get(key)!.row;
      const changed = others.filter((key) => down(key) !== down(others[0]!));
      if (after.tile.w <= laid.tile.w) {
        if (hasPlace(laid, widthOf(grown), grown.key)) {
          if (!grow) expect(after.tile).toEqual(laid.tile);
          expect(changed).toEqual([]);
        }
        if (hasRoomInRow(laid, grown)) expect(down(grown.key)).toBe(0);
      }
      // without room, the last melds of its row make room, unless all rows are refilled in the same order
      const { row } = laid.spots.get(grown.key)!;
      const rest = others.filter((key) => laid.spots.get(key)!.row !== row);
      if (new Set(rest.map(down)).size > 1) expect(read(after, keys)).toEqual(read(laid, keys));
      laid = after;
    }
  });

  test.each([1, 2, 3, 4])(
    'and others are added, melds change rows only when rows are refilled in the same order, seed %i',
    (seed) => {
      const next = random(seed);
      let of: Block[] = [];
      let laid = fit(area, of, LIMITS);
      for (let key = 0; key < 32; key++) {
        of = [...of, { key, length: 3 + next(3), kind: next(2) ? 'run' : 'group', rank: next(64) }];
        const after = fit(area, of, { ...LIMITS, grow: key % 2 > 0 }, laid);
        const keys = [...laid.spots.keys()];
        expect(swapped(laid, after)).toEqual([]);
        expect(read(after, keys)).toEqual(read(laid, keys));
        laid = after;
      }
    },
  );
});

describe.each(Object.entries(FELTS))('during a turn on a felt of a %s', (_, area) => {
  test.each([6, 9, 12])('tiles hardly shrink as one of %i melds grows', (many) => {
    const of: Block[] = Array.from({ length: many }, (_, key) => ({
      key,
      length: 3,
      kind: key % 2 ? 'run' : 'group',
      rank: key,
    }));
    for (const { key } of of) {
      let [laid, now] = [fit(area, of, LIMITS), of];
      for (const length of [4, 5]) {
        now = now.with(key, { ...of[key]!, length });
        const after = fit(area, now, LIMITS, laid);
        expect((after.tile.w + 1) * 1.15).toBeGreaterThanOrEqual(
          Math.min(laid.tile.w, fit(area, now, LIMITS).tile.w),
        );
        laid = after;
      }
    }
  });

  test('a meld that outgrows its row moves alone, and all tiles keep their size', () => {
    const of: Block[] = Array.from({ length: 7 }, (_, key) => ({ key, length: 3, kind: 'run', rank: key }));
    const laid = fit(area, of, LIMITS);
    for (const { key } of of) {
      const after = fit(area, of.with(key, { ...of[key]!, length: 5 }), LIMITS, laid);
      expect(after.tile, `meld ${key}`).toEqual(laid.tile);
      expect(
        changedRows(laid, after).filter((each) => each !== key),
        `meld ${key}`,
      ).toEqual([]);
    }
  });
});

describe.each(Object.entries(FELTS))('turn after turn on a felt of a %s', (_, area) => {
  const run = (key: number, length = 3): Block => ({ key, length, kind: 'run', rank: key });
  /** Lay new melds one after the other: first as a player builds it, and then in its final form. */
  const played = (many: number): { laid: Fit[]; of: Block[] } => {
    const of = Array.from({ length: many }, (_, key) => run(key));
    let last: Fit | undefined;
    const laid = of.map((_, i) => {
      const now = of.slice(0, i + 1);
      last = fit(area, now, { ...LIMITS, grow: true }, fit(area, now, LIMITS, last));
      return last;
    });
    return { laid, of };
  };

  test('melds are laid with room to grow by a tile', () => {
    const { laid, of } = played(4);
    for (const { key } of of) {
      const after = fit(area, of.with(key, run(key, 4)), LIMITS, laid.at(-1));
      expect(after.tile).toEqual(laid.at(-1)!.tile);
      expect(moved(laid.at(-1)!, after).filter((each) => each !== key)).toEqual([]);
    }
  });

  test('tiles keep their size while a turn is built, and shrink by one large step between turns', () => {
    const { laid } = played(20);
    const widths = laid.map(({ tile }) => tile.w);
    widths.forEach((w, i) => {
      if (i && w !== widths[i - 1] && w > 24) expect(w).toBeLessThanOrEqual(widths[i - 1]! * 0.85);
    });
    expect(widths).toEqual([...widths].sort((a, b) => b - a));
    laid.forEach((each, i) => {
      if (each.tile.w < 26) return;
      const of = [...each.blocks.values(), run(99)];
      expect(fit(area, of, LIMITS, each).tile, `after ${i + 1} melds`).toEqual(each.tile);
    });
  });
});

test('rows move closer together before a new meld pushes others aside', () => {
  const area: Area = { x: 150, y: 92, width: 1280, height: 756 };
  const limits = { ...LIMITS, largest: 88 };
  const of = Array.from({ length: 13 }, (_, key): Block => ({ key, length: 3, kind: 'run', rank: key }));
  let laid = fit(area, of.slice(0, 1), limits);
  for (let many = 2; many < of.length; many++) laid = fit(area, of.slice(0, many), limits, laid);
  const after = fit(area, of, limits, laid);
  const cols = ({ spots }: Fit): number[] => of.slice(0, -1).map(({ key }) => spots.get(key)!.col);
  expect(after.tile).toEqual(laid.tile);
  expect(after.rows).toBe(laid.rows + 1);
  expect(cols(after)).toEqual(cols(laid));
});

describe('while the teacher speaks on a phone', () => {
  const whole = { x: 5, y: 56, width: 380, height: 511 };
  const limits = { ...LIMITS, largest: 49 };
  const of: Block[] = Array.from({ length: 3 }, (_, key) => ({ key, length: 3, kind: 'run', rank: key }));
  const base = fit(whole, of, limits);
  const at = (...rows: number[]): Fit => ({
    ...base,
    spots: new Map(rows.map((row, key) => [key, { row, col: 0 }])),
  });
  const tops = (laid: Fit): number[] => of.map(({ key }) => placeOf(laid, laid.spots.get(key)!).y);

  test.each([
    ['below', { ...whole, height: 394 }, [1, 2, 3], [153, 237, 321], [153, 237, 321]],
    ['below a covered meld', { ...whole, height: 394 }, [1, 3, 4], [153, 321, 405], [126, 294, 378]],
    ['below the lowest row', { ...whole, height: 394 }, [2, 4, 5], [237, 405, 489], [126, 294, 378]],
    ['above', { ...whole, y: 173, height: 394 }, [2, 3, 4], [237, 321, 405], [237, 321, 405]],
    ['above a covered meld', { ...whole, y: 173, height: 394 }, [0, 1, 3], [69, 153, 321], [179, 263, 431]],
  ])('melds keep still unless it covers one: %s', (_, lower, rows, before, after) => {
    const was = at(...rows);
    expect(tops(was)).toEqual(before);
    const laid = fit(lower, of, limits, was);
    expect(laid.tile).toEqual(was.tile);
    expect(tops(laid)).toEqual(after);
    expect(Math.max(...after) + laid.tile.h).toBeLessThanOrEqual(lower.y + lower.height);
  });
});

describe('when the rack gains a row', () => {
  const area = { x: 118, y: 76, width: 768, height: 548 };
  const lower = { ...area, height: 492 };
  const tops = (laid: Fit): number[] => [...laid.spots.values()].map((spot) => placeOf(laid, spot).y);
  const of: Block[] = Array.from({ length: 5 }, (_, key) => ({ key, length: 3, kind: 'group', rank: key }));
  const open = { ...LIMITS, grow: true };

  test.each([1, 2, 3, 4, 5])('%i melds keep still, also when it loses the row again', (many) => {
    const laid = fit(area, of.slice(0, many), LIMITS);
    const after = fit(lower, of.slice(0, many), open, laid);
    expect(after.area).toEqual(lower);
    expect(tops(after)).toEqual(tops(laid));
    expect(fit(area, of.slice(0, many), open, after).spots).toEqual(laid.spots);
    expect(tops(fit(area, of.slice(0, many), open, after))).toEqual(tops(laid));
  });

  test.each([
    ['desktop', area, 492, 54, [8, 12, 16]],
    ['phone', { x: 5, y: 56, width: 380, height: 511 }, 468, 49, [6, 9, 12]],
  ] as const)(
    'on a %s, the melds of a full table keep their size, row and place in it',
    (_, felt, height, largest, all) => {
      for (const many of all) {
        const melds = Array.from({ length: many }, (_, key): Block => ({
          key,
          length: 3,
          kind: key % 2 ? 'run' : 'group',
          rank: key,
        }));
        const laid = fit(felt, melds, { ...LIMITS, largest });
        const after = fit({ ...felt, height }, melds, { ...open, largest }, laid);
        expect(after.tile).toEqual(laid.tile);
        expect(after.spots).toEqual(laid.spots);
        expect(Math.max(...tops(after)) + after.tile.h).toBeLessThanOrEqual(felt.y + height);
      }
    },
  );

  test.each(Object.entries(FELTS))('melds stay on the felt and in order on a %s', (_, area) => {
    for (const less of [20, 40, 60, 80]) {
      for (const many of [2, 5, 9]) {
        const melds = Array.from({ length: many }, (_, key): Block => ({
          key,
          length: 3,
          kind: 'run',
          rank: key,
        }));
        const laid = fit(area, melds, LIMITS);
        const after = fit({ ...area, height: area.height - less }, melds, open, laid);
        expect(Math.max(...tops(after)) + after.tile.h).toBeLessThanOrEqual(area.height - less);
        expect(read(after, [...after.spots.keys()])).toEqual(read(laid, [...laid.spots.keys()]));
      }
    }
  });
});

test('melds stay in place when the felt becomes higher during a turn', () => {
  const low: Area = { x: 5, y: 52, width: 350, height: 176 };
  const melds = [3, 3, 3, 3, 6].map((length, key): Block => ({ key, length, kind: 'run', rank: key }));
  const laid = fit(low, melds, LIMITS);
  const after = fit({ ...low, height: 291 }, melds, LIMITS, laid);
  expect(after.tile).toEqual(laid.tile);
  for (const { key } of melds)
    expect(placeOf(after, after.spots.get(key)!)).toEqual(placeOf(laid, laid.spots.get(key)!));
});

describe('after a resize', () => {
  const of: Block[] = [5, 2, 9, 1, 7, 3, 8].map((rank, key) => ({
    key,
    length: 3 + (key % 2),
    kind: key % 3 ? 'run' : 'group',
    rank,
  }));
  const open = { ...LIMITS, grow: true };
  const between = (a: Area, b: Area, part: number): Area => ({
    width: Math.round(a.width + (b.width - a.width) * part),
    height: Math.round(a.height + (b.height - a.height) * part),
  });
  const pairs = Object.values(FELTS).flatMap((a) =>
    Object.values(FELTS).flatMap((b) => (a === b ? [] : [[a, b] as const])),
  );

  test.each(pairs)('melds are in the same order, and almost as large as designed again: from %o to %o', (a, b) => {
    const before = fit(a, of, LIMITS);
    const after = fit(b, of, open, before);
    const keys = of.map(({ key }) => key);
    expect(read(after, keys)).toEqual(read(before, keys));
    expect(after.tile.w * 1.25).toBeGreaterThan(fit(b, of, open).tile.w);
  });

  test('they keep their rows if these fit', () => {
    const before = fit(FELTS.desktop!, of, LIMITS);
    const rowsOf = ({ spots }: Fit): number[] => of.map(({ key }) => spots.get(key)!.row);
    expect(rowsOf(fit({ width: 512, height: 365 }, of, open, before))).toEqual(rowsOf(before));
  });

  test.each(pairs)('in steps of any size: from %o to %o', (a, b) => {
    const steps = Array.from({ length: 40 }, (_, i) => between(a, b, (i + 1) / 40));
    const laid = steps.reduce((before, area) => fit(area, of, open, before), fit(a, of, LIMITS));
    // a change this small does not move the melds
    expect(laid.tile.w * 1.25).toBeGreaterThan(fit(b, of, open).tile.w);
  });

  test.each([[{ width: 380, height: 300 }], [{ width: 350, height: 330 }]])(
    'tiles become almost as large as designed again: from %o',
    (small) => {
      const large: Area = { width: 380, height: 511 };
      for (const seed of [1, 2, 3, 4, 5]) {
        const next = random(seed);
        const melds = Array.from({ length: 9 + seed }, (_, key): Block => ({
          key,
          length: 3 + next(2),
          kind: 'run',
        }));
        const laid = fit(large, melds, open, fit(small, melds, LIMITS));
        expect(laid.tile.w * 1.2).toBeGreaterThan(fit(large, melds, open).tile.w);
      }
    },
  );

  test.each([[{ width: 1044, height: 548 }], [{ width: 768, height: 330 }]])(
    'they stay if only the panel or a keyboard opens or closes: %o',
    (area) => {
      const melds = of.slice(0, 4);
      const laid = fit(FELTS.desktop!, melds, LIMITS);
      const moved = new Map(
        [...laid.spots].map(([key, { row, col }]) => [key, { row: laid.rows - 1 - row, col }]),
      );
      const rowsOf = ({ spots }: Fit): number[] => melds.map(({ key }) => spots.get(key)!.row);
      const after = fit(area, melds, open, { ...laid, spots: moved });
      const offset = rowsOf(after)[0]! - rowsOf({ ...laid, spots: moved })[0]!;
      expect(rowsOf(after).map((row) => row - offset)).toEqual(rowsOf({ ...laid, spots: moved }));
    },
  );
});
