import { describe, expect, test } from 'vitest';
import type { StepView } from '../../src/net/types';
import { STANDARD, readRack, readTable, without } from '../../src/rules';
import {
  astray,
  beginning,
  courseOf,
  easiest,
  follow,
  hasRearranged,
  keepingJokers,
  markedFor,
  movedBy,
  needRoom,
  opening,
  progress,
  purposeOf,
  putsAside,
  rearranges,
  spendsJoker,
  stepsDone,
} from '../../src/game/coach/lead';
import { inPlayersOrder } from '../../src/game/coach/order';
import { Control } from '../../src/table/control';
import { loadDeferred } from '../../src/table/draft_deferred';
import type { Hit } from '../../src/table/layout/layout';
import { pileOf, type Id } from '../../src/table/state/draft';
import { law, random } from '../table/help';
import hints from './hints.json';

const rows = (table: string): string[][] => table.split(' / ').map((row) => row.split(' '));
const step = (code: string, table: string, hand: string[] = []): StepView => ({
  code,
  sentence: '',
  rows: rows(table),
  hand,
});

const BORROW = [step('take', 'k5 r5 o5 / b8 b9 *b10', ['b5']), step('lay', 'k5 r5 o5 / b8 b9 *b10 / b5 b6 b7')];

test('a step is done once its table is reached', () => {
  const done = (table: string): number | null => stepsDone(BORROW, rows(table));
  expect(done('k5 r5 b5 o5 / b8 b9 *b10')).toBeNull();
  expect(done('o5 k5 r5 / b5 / b8 b9 *')).toBe(1);
  expect(done('b5 b6 b7 / k5 r5 o5 / b8 b9 *')).toBe(2);
  // other tiles lie on the table
  expect(done('k5 r5 o5 / b5 k1 / b8 b9 *b10')).toBeNull();
});

test('a beginner is shown the few steps up to a valid table', () => {
  const long = [...BORROW, ...Array<StepView>(6).fill(step('take', 'k5 r5', ['o5'])), BORROW[1]!];
  expect(beginning(long, STANDARD)).toEqual(BORROW);
  expect(beginning([...long.slice(2)], STANDARD)).toHaveLength(7);
  expect(opening([BORROW[1]!, ...BORROW])).toEqual([BORROW[1]]);
  expect(rearranges(BORROW)).toBe(true);
  expect(rearranges(BORROW.slice(1))).toBe(false);
});

test('a beginner is never shown only steps that lay nothing', () => {
  const move = step('move', 'r3 r4 r5 r6 / b3 b4 b5 b6');
  const lay = { ...step('add', 'r3 r4 r5 r6 r7 / b3 b4 b5 b6'), rack: ['r7'] };
  expect(beginning([move, move, lay, move], STANDARD)).toEqual([move, move, lay, move]);
  expect(beginning([move, ...Array<StepView>(6).fill(move), lay, move], STANDARD)).toHaveLength(8);
});

function dealt(table: string, rack: string): Control {
  const control = new Control(law(), { change() {}, show() {}, announce() {}, ask() {}, select() {}, zone() {} });
  control.deal(
    { set: STANDARD, table: readTable(table, STANDARD), rack: readRack(rack, STANDARD), zones: {} },
    true,
  );
  control.mode = 'play';
  return control;
}

/** A tap on a tile, or on the felt. */
function tapOn(control: Control, id?: Id): Hit {
  if (!id) return { on: 'table', spot: { row: 5, col: 5 } };
  const pile = pileOf(control.draft, id);
  return pile ? { on: 'pile', key: pile.key, at: pile.ids.indexOf(id) + 1, id } : { on: 'rack', before: null, id };
}

test('a tile that is picked up counts as such before it is laid, and its target is then marked', async () => {
  await loadDeferred();
  const control = dealt('k8 r8 b8 o8 / o9 o10 o11', 'k1');
  const take = {
    ...step('take', 'k8 r8 b8 / o9 o10 o11', ['o8']),
    source: ['k8', 'r8', 'b8', 'o8'],
    taken: ['o8'],
  };
  const add = {
    ...step('add', 'k8 r8 b8 / o8 o9 o10 o11'),
    tiles: ['o8'],
    held: ['o8'],
    target: ['o9', 'o10', 'o11'],
  };

  expect(progress([take, add], control)).toBe(0);
  expect(markedFor(take, control)).toEqual(['o8.0']);
  control.pick(['o8.0'], false);
  expect(progress([take, add], control)).toBe(1);
  expect(markedFor(add, control)).toEqual(['o9.0', 'o10.0', 'o11.0']);
});

test('a tile that the next step does not use is put aside first', async () => {
  await loadDeferred();
  const { table, rack, steps } = hints[0]!;
  const all = steps as unknown as StepView[];
  expect(all.map((_, i) => putsAside(all, i))).toEqual([false, true, false, false]);
  const control = dealt(table, rack);
  const tap = (id?: Id): boolean => follow(all[progress(all, control)!]!, control, tapOn(control, id));
  for (const id of markedFor(all[0]!, control)) tap(id);
  tap(markedFor(all[0]!, control)[0]);
  tap(markedFor(all[1]!, control)[0]);
  expect(progress(all, control)).toBe(1);
  tap();
  expect(progress(all, control)).toBe(2);
});

test.each([1, 2, 3])(
  'other tiles may be picked up, and the play goes on once they are put down (%i)',
  async (seed) => {
    await loadDeferred();
    const below = random(seed);
    for (const { table, rack, steps } of hints) {
      const control = dealt(table, rack);
      const all = steps as unknown as StepView[];
      let done = 0;
      let taps = 0;
      while (done < all.length && taps++ < 100) {
        const step = all[done]!;
        control.taps.add((hit) => follow(step, control, hit));
        const others = without(control.rack, movedBy(step, control));
        if (others.length && !below(3)) {
          const stray = others[below(others.length)]!;
          control.tap(tapOn(control, stray), false);
          expect(control.selected).toContain(stray);
          expect(courseOf(all, done, control)).toBe('own');
          control.tap(tapOn(control, stray), false);
        }
        expect(courseOf(all, done, control)).toBe('plan');
        control.tap(tapOn(control, markedFor(step, control)[0]), false);
        done = progress(all, control) ?? done;
      }
      expect(done).toBe(all.length);
    }
  },
);

describe('another idea than the plan', () => {
  const table = 'k5 r5 b5 o5 / o8 o9 o10 / k11 k12 k13';
  const steps: StepView[] = [
    {
      ...step('take', 'k5 r5 o5 / o8 o9 o10 / k11 k12 k13', ['b5']),
      taken: ['b5'],
      source: ['k5', 'r5', 'b5', 'o5'],
    },
    {
      ...step('lay', 'k5 r5 o5 / o8 o9 o10 / k11 k12 k13 / b5 b6 b7'),
      tiles: ['b5', 'b6', 'b7'],
      rack: ['b6', 'b7'],
      held: ['b5'],
    },
  ];
  const begun = async (): Promise<Control> => {
    await loadDeferred();
    return dealt(table, 'b6 b7 b8 r1 r2 r3 k1 k10 o7 o11');
  };

  test('that is legal is good, and the plan goes on beside it', async () => {
    const control = await begun();
    put(control, ['r1.0', 'r2.0', 'r3.0']);
    expect(courseOf(steps, 0, control)).toBe('better'); // three tiles instead of two
    control.undo();
    put(control, ['o11.0'], 'o10.0');
    expect([progress(steps, control), courseOf(steps, 0, control)]).toEqual([0, 'good']);
    put(control, ['b5.0']);
    expect([progress(steps, control), courseOf(steps, 0, control)]).toEqual([1, 'plan']);
    control.tap(tapOn(control, 'b6.0'), false);
    control.taps.add((hit) => follow(steps[1]!, control, hit));
    for (const id of ['b7.0', 'b5.0'] as const) control.tap(tapOn(control, id), false);
    control.tap(tapOn(control), false);
    expect([progress(steps, control), courseOf(steps, 1, control)]).toEqual([2, 'better']);
  });

  test('that lays more than the plan is better', async () => {
    const control = await begun();
    put(control, ['b5.0', 'b6.0', 'b7.0']);
    expect(courseOf(steps, 0, control)).toBe('plan');
    put(control, ['b8.0'], 'b7.0');
    expect(courseOf(steps, 2, control)).toBe('better');
  });

  test('that uses the tiles of the plan is good once every meld is valid', async () => {
    await loadDeferred();
    const control = dealt(table, 'b6 b7 o6 o7 r1');
    put(control, ['o5.0']);
    expect(courseOf(steps, 0, control)).toBe('own');
    put(control, ['o6.0'], 'o5.0');
    expect(courseOf(steps, 0, control)).toBe('own');
    put(control, ['o7.0'], 'o6.0');
    expect([progress(steps, control), courseOf(steps, 0, control)]).toEqual([null, 'good']);
  });
});

test('the easiest rearrangement goes on once its tile is picked up', async () => {
  await loadDeferred();
  const control = dealt('k5 r5 b5 o5 / b8 b9 b10', 'b6 b7');
  const steps = easiest(['b6', 'b7'], rows('k5 r5 b5 o5 / b8 b9 b10'), law())!;
  control.pick(['b5.0'], true);
  expect(progress(steps, control)).toBe(1);
  expect(astray(steps, 1, control)).toBe(false);
  control.drop(['b5.0'], tapOn(control, 'b8.0') as Hit & { on: 'pile' });
  expect(astray(steps, 0, control)).toBe(true);
});

test('a tile laid aside is not its own target once it is picked again', async () => {
  await loadDeferred();
  const control = dealt('k5 r5 b5 o5 / b8 b9 b10', 'b6 b7');
  const lay = { ...BORROW[1]!, tiles: ['b5', 'b6', 'b7'], rack: ['b6', 'b7'], held: ['b5'] };
  control.drop(['b5.0'], tapOn(control) as Hit & { on: 'table' });
  control.selected = ['b5.0', 'b6.0', 'b7.0'];
  expect(markedFor(lay, control)).toEqual([]);
});

test('a tile dragged to another meld is noticed', async () => {
  await loadDeferred();
  const { table, rack, steps } = hints[0]!;
  const all = steps as unknown as StepView[];
  const control = dealt(table, rack);
  expect(astray(all, 0, control)).toBe(false);
  const other = control.draft.piles.find(({ ids }) => ids.includes('k3.0'))!;
  control.drop(['k13.0'], { on: 'pile', key: other.key, at: 0, id: null });
  expect(progress(all, control)).toBeNull();
  expect(astray(all, 0, control)).toBe(true);
});

/** Lay tiles from the rack as a new pile, or add them to the pile with a tile. */
function put(control: Control, ids: Id[], to?: Id): void {
  const pile = to && pileOf(control.draft, to);
  control.drop(
    ids,
    pile
      ? { on: 'pile', key: pile.key, at: pile.ids.length, id: null }
      : { on: 'table', spot: { row: 5, col: 5 } },
  );
}

describe('parts of a play that do not depend on each other may be made in any order', () => {
  const table = 'k3 k4 k5 / b5 r5 o5 k5';
  const steps = [
    { ...step('lay', `${table} / r9 r10 r11`), tiles: ['r9', 'r10', 'r11'], rack: ['r9', 'r10', 'r11'] },
    { ...step('lay', `${table} / r9 r10 r11 / k8 b8 o8`), tiles: ['k8', 'b8', 'o8'], rack: ['k8', 'b8', 'o8'] },
    {
      ...step('add', 'k3 k4 k5 k6 / b5 r5 o5 k5 / r9 r10 r11 / k8 b8 o8'),
      tiles: ['k6'],
      rack: ['k6'],
      target: ['k3', 'k4', 'k5'],
    },
    {
      ...step('add', 'k2 k3 k4 k5 k6 / b5 r5 o5 k5 / r9 r10 r11 / k8 b8 o8'),
      tiles: ['k2'],
      rack: ['k2'],
      target: ['k3', 'k4', 'k5', 'k6'],
    },
    {
      ...step('take', 'k2 k3 k4 k5 k6 / r5 o5 k5 / r9 r10 r11 / k8 b8 o8', ['b5']),
      taken: ['b5'],
      source: ['b5', 'r5', 'o5', 'k5'],
    },
    {
      ...step('lay', 'k2 k3 k4 k5 k6 / r5 o5 k5 / r9 r10 r11 / k8 b8 o8 / b5 b6 b7'),
      tiles: ['b5', 'b6', 'b7'],
      rack: ['b6', 'b7'],
      held: ['b5'],
    },
  ];
  const moves: Record<string, (control: Control) => void> = {
    run: (control) => put(control, ['r9.0', 'r10.0', 'r11.0']),
    group: (control) => put(control, ['k8.0', 'b8.0', 'o8.0']),
    six: (control) => put(control, ['k6.0'], 'k3.0'),
    two: (control) => put(control, ['k2.0'], 'k3.0'),
    borrow: (control) => put(control, ['b5.0', 'b6.0', 'b7.0']),
  };
  const tilesOfNext = ({ tiles = [], taken = [] }: StepView): string => (tiles.length ? tiles : taken).join(' ');
  const placed = (): Control => dealt(table, 'r9 r10 r11 k8 b8 o8 k2 k6 b6 b7 o1');

  test.each([
    ['group', [1], 'r9 r10 r11'],
    ['group run', [1, 2], 'k6'],
    ['two', [1], 'r9 r10 r11'],
    ['two six group', [1, 2, 3], 'r9 r10 r11'],
    ['borrow', [2], 'r9 r10 r11'],
    ['borrow two group run', [2, 3, 4, 5], 'k6'],
    ['group borrow six two run', [1, 3, 4, 5, 6], ''],
  ])('%s', async (order, counts, next) => {
    await loadDeferred();
    const control = placed();
    const start = rows(table);
    const seen = order.split(' ').map((name) => {
      moves[name]!(control);
      const now = inPlayersOrder(steps, start, control, STANDARD);
      expect(now).toHaveLength(steps.length);
      const done = progress(now, control)!;
      expect(astray(now, done, control), name).toBe(false);
      return done;
    });
    expect(seen).toEqual(counts);
    const now = inPlayersOrder(steps, start, control, STANDARD);
    expect(now[seen.at(-1)!] ? tilesOfNext(now[seen.at(-1)!]!) : '').toBe(next);
  });

  test('a step names the meld as it then lies', async () => {
    await loadDeferred();
    const control = placed();
    put(control, ['k2.0'], 'k3.0');
    const now = inPlayersOrder(steps, rows(table), control, STANDARD);
    const six = now.find(({ rack = [] }) => rack.includes('k6'))!;
    expect(six.target).toEqual(['k2', 'k3', 'k4', 'k5']);
    expect(markedFor(six, control)).toEqual(['k6.0']);
  });

  test('a begun part comes next, and a table of another play leaves the steps as they are', async () => {
    await loadDeferred();
    const begun = placed();
    begun.pick(['b5.0'], false);
    const taking = inPlayersOrder(steps, rows(table), begun, STANDARD);
    expect(progress(taking, begun)).toBe(1);
    expect(tilesOfNext(taking[1]!)).toBe('b5 b6 b7');
    const other = placed();
    put(other, ['o1.0']);
    expect(inPlayersOrder(steps, rows(table), other, STANDARD)).toBe(steps);
  });
});

test('a joker is spent only if it comes from the rack', () => {
  expect(spendsJoker([{ ...BORROW[1]!, rack: ['o4', '*o5', 'o6'] }])).toBe(true);
  expect(spendsJoker([{ ...BORROW[1]!, rack: ['b6', 'b7'], held: ['*b5'] }])).toBe(false);
});

test('a joker is kept as long as other tiles can be laid', async () => {
  await loadDeferred();
  const spent: StepView[] = [{ ...step('add', 'k5 r5 b5 *'), rack: ['*'] }];
  const kept = (table: string, rack: string, more = law()): string => {
    const control = dealt(table, rack);
    const steps = keepingJokers(spent, control, more);
    for (const each of steps) {
      const moved = movedBy(each, control);
      const target = control.draft.piles.find(({ ids }) => ids.length === each.target?.length);
      control.drop(moved, target ? { on: 'pile', key: target.key, at: 0, id: null } : tapOn(control));
    }
    expect(progress(steps, control)).toBe(steps.length);
    return steps.map(({ code, rack: own = [] }) => `${code} ${own.join(' ')}`.trim()).join(', ');
  };
  expect(kept('o10 o11 o12 / k5 r5 b5', '* o13 k1')).toBe('add o13');
  expect(kept('o10 o11 o12 / k5 r5 b5', '* o13 r1 b1 k1')).toBe('lay k1 r1 b1');
  expect(kept('k5 r5 b5', '* o13 k1')).toBe('');
  expect(kept('k5 r5 b5', '* o5 k1', law({ opening: { points: 30, jokers: true } }))).toBe('');
  // a joker on the table still represents its tile
  expect(kept('*o9 o10 o11', '* o12')).toBe('add o12');
  expect(kept('*o9 o10 o11', '* o9')).toBe('');
  expect(kept('k5 r5 b5 o5', '* b6 b7')).toBe('take, lay b6 b7');
  expect(kept('k5 r5 b5 o5', '* b6 b7', law({ onlyAdds: true }))).toBe('');
  expect(keepingJokers(BORROW, dealt('k5 r5 b5 o5', '* b6'), law())).toBe(BORROW);
});

test('the easiest rearrangement takes one tile that a meld can spare, for two from the rack', async () => {
  await loadDeferred();
  const found = (table: string, rack: string): string | undefined => {
    const steps = easiest(rack.split(' '), rows(table), law());
    return steps?.map(({ code, taken, tiles }) => `${code} ${(taken ?? tiles)!.join(' ')}`).join(', ');
  };
  const table = 'k5 r5 b5 o5 / o8 o9 o10';
  expect(found(table, 'b6 b7 k1')).toBe('take b5, lay b5 b6 b7');
  expect(found('k5 r5 b5', 'b6 b7 k1')).toBeUndefined(); // the group would be too small
  expect(found('r3 r4 r5 r6', 'k4 b4 o9')).toBeUndefined(); // a tile in the middle cannot be spared
  expect(found('r3 r4 r5 r6', 'k6 b6 o9')).toBe('take r6, lay k6 r6 b6');
  expect(found('k5 r5 b5 *5', 'b6 b7')).toBeUndefined();
  const unopened = law({ opening: { points: 30, jokers: true } });
  expect(easiest(['b6', 'b7'], rows(table), unopened)).toBeNull();

  // it can be followed on the table, and is a rearrangement
  const steps = easiest(['b6', 'b7', 'k1'], rows(table), law())!;
  const control = dealt(table, 'b6 b7 k1');
  const tap = (id?: Id): boolean => follow(steps[progress(steps, control)!]!, control, tapOn(control, id));
  tap('b5.0');
  expect(hasRearranged(control.draft)).toBe(false);
  for (const id of ['b6.0', 'b7.0']) tap(id);
  tap();
  expect(progress(steps, control)).toBe(2);
  expect(hasRearranged(control.draft)).toBe(true);
});

test('laying tiles and joining melds is no rearrangement', async () => {
  await loadDeferred();
  const control = dealt('r3 r4 r5 / r7 r8 r9', 'r6 k1');
  expect(hasRearranged(control.draft)).toBe(false);
  control.drop(['r6.0'], { on: 'pile', key: pileOf(control.draft, 'r5.0')!.key, at: 3, id: null });
  expect(hasRearranged(control.draft)).toBe(false);
});

test('a step is for the rack tiles that it makes room for', () => {
  const { steps } = hints[0]!;
  const all = steps as unknown as StepView[];
  expect(all.map((_, at) => purposeOf(all, at).join(' '))).toEqual(['r8 r9', '', '', '']);
  expect(
    purposeOf(
      [
        { ...BORROW[0]!, taken: ['b5'] },
        { ...BORROW[1]!, rack: ['b6', 'b7'], held: ['b5'] },
      ],
      0,
    ),
  ).toEqual(['b6', 'b7']);
});

test('the table is rearranged only for rack tiles that do not fit as it lies', () => {
  const table = rows('r3 r4 r5 / k8 k9 k10 k11 / b11 o11 *');
  const steps = [
    { code: 'add', rack: ['r6'], target: ['r3', 'r4', 'r5'] },
    { code: 'lay', rack: ['o1', 'o2', 'o3'] },
    { code: 'take', taken: ['k11'], source: table[1] },
    { code: 'lay', rack: ['k12', 'k13'], held: ['k11'] },
    { code: 'add', rack: ['b7'], target: ['b4', 'b5', 'b6'] },
  ] as unknown as StepView[];
  expect(needRoom(steps, table, STANDARD)).toEqual(['k13', 'b7']);
  expect(needRoom(steps.slice(0, 2), table, STANDARD)).toEqual([]);
  expect(needRoom([{ ...steps[0]!, rack: ['k11'] }], table, STANDARD), 'a meld with a joker').toEqual([]);
});
