import { expect, test } from 'vitest';
import type { StepView } from '../../src/net/types';
import { STANDARD, readRack, readTable } from '../../src/rules';
import {
  astray,
  beginning,
  easiest,
  follow,
  hasRearranged,
  markedFor,
  needRoom,
  opening,
  progress,
  purposeOf,
  putsAside,
  rearranges,
  spendsJoker,
  stepsDone,
} from '../../src/game/coach/lead';
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
  const tap = (id?: Id): boolean => follow(all[progress(all, control)!]!, control, tapOn(control, id), () => {});
  for (const id of markedFor(all[0]!, control)) tap(id);
  tap(markedFor(all[0]!, control)[0]);
  tap(markedFor(all[1]!, control)[0]);
  expect(progress(all, control)).toBe(1);
  tap();
  expect(progress(all, control)).toBe(2);
});

test.each([1, 2, 3])('wrong taps never lead away from the play (%i)', async (seed) => {
  await loadDeferred();
  const below = random(seed);
  for (const { table, rack, steps } of hints) {
    const control = dealt(table, rack);
    const all = steps as unknown as StepView[];
    const own = [...control.draft.pieces.keys()];
    let done = 0;
    let taps = 0;
    while (done < all.length && taps++ < 300) {
      const wanted = markedFor(all[done]!, control);
      const stray = below(3) ? undefined : own[below(own.length)];
      const before = control.draft;
      let again = false;
      control.onTap = (hit) => follow(all[done]!, control, hit, () => (again = true));
      control.tap(tapOn(control, stray ?? wanted[0]), false);
      const now = progress(all, control);
      expect(astray(all, now ?? done, control)).toBe(false);
      if (again) expect(control.draft).toBe(before);
      expect(now ?? done).toBeGreaterThanOrEqual(done - 1); // a tile may be put down again
      done = now ?? done;
    }
    expect(done).toBe(all.length);
  }
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

test('a joker is spent only if it comes from the rack', () => {
  expect(spendsJoker([{ ...BORROW[1]!, rack: ['o4', '*o5', 'o6'] }])).toBe(true);
  expect(spendsJoker([{ ...BORROW[1]!, rack: ['b6', 'b7'], held: ['*b5'] }])).toBe(false);
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
  const tap = (id?: Id): boolean =>
    follow(steps[progress(steps, control)!]!, control, tapOn(control, id), () => {});
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
