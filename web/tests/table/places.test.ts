// @vitest-environment happy-dom
/** Undo restores positions exactly, also after a preview. */

import { describe, expect, test } from 'vitest';
import { random } from './help';
import { deal, drag, frame, melds, root, table, tile, type } from './table_driver';

const TABLE = 'r3 r4 r5 / k7 b7 o7 / b1 b2 b3 b4 / o8 o9 o10 / k1 k2 k3 / r9 b9 o9 / r12 b12 k12 / o1 o2 o3';
const RACK = 'r6 r7 k13 r13 b13 k4 b5 o11 o12 k9';

/** Return the position and size of every tile. */
const places = (): Record<string, string> =>
  Object.fromEntries(
    [...root.querySelectorAll<HTMLElement>('.tt-tile')].map((el) => [
      el.dataset.id!,
      `${el.style.translate} ${root.style.getPropertyValue('--tt-w')}`,
    ]),
  );

const STEPS = [
  'r6 > 1',
  'k13 r13 b13 > new',
  '1.2 > new',
  'k4 > 5',
  'b5 > 3',
  '3.1 > new',
  'r7 > 1',
  'o11 > 4',
  'o12 > 4',
  'k9 > 6',
  '6.1 > new',
  '2 > 6',
];

describe('undo and redo', () => {
  test('restore every earlier position, step by step', async () => {
    await deal(TABLE, RACK);
    const seen = [places()];
    for (const step of STEPS) {
      expect(type(step)).toEqual({ ok: true });
      await frame();
      seen.push(places());
    }
    for (let at = STEPS.length - 1; at >= 0; at--) {
      table.undo();
      await frame();
      expect(places()).toEqual(seen[at]);
    }
    for (let at = 1; at <= STEPS.length; at++) {
      table.redo();
      await frame();
      expect(places()).toEqual(seen[at]);
    }
    table.reset();
    await frame();
    expect(places()).toEqual(seen[0]);
  });

  test('keep earlier moves by hand', async () => {
    await deal(TABLE, RACK);
    await drag('k7.0', { clientX: 500, clientY: 480 });
    const whole = [...root.querySelectorAll('.tt-pile')].length;
    const moved = places();
    type('r6 > 1');
    await frame();
    table.undo();
    await frame();
    expect([...root.querySelectorAll('.tt-pile')].length).toBe(whole);
    expect(places()).toEqual(moved);
  });

  test('undo later tidying', async () => {
    await deal(TABLE, RACK);
    const before = places();
    type('k13 r13 b13 > new');
    await frame();
    table.tidy();
    await frame();
    table.undo();
    await frame();
    expect(places()).toEqual(before);
  });
});

test('showing and hiding a hint moves nothing', async () => {
  await deal(TABLE, RACK);
  const before = places();
  const next = random(3);
  table.watch([...TABLE.split(' / ').filter(() => next(4) > 0), 'k13 r13 b13'], { own: true });
  await frame();
  table.watch(null);
  await frame();
  expect(places()).toEqual(before);
});

test('a freed joker is placed beside its meld', async () => {
  await deal('r3 *r4 r5 / k7 b7 o7 / o8 o9 o10', 'r4 k1 k2');
  type('r4 > 1.2');
  await frame();
  expect(melds()).toContain('r3 r4 r5');
  const at = (id: string): number[] => tile(id).style.translate.split(' ').map(parseFloat);
  const [x, y] = at('*.0');
  const w = parseFloat(root.style.getPropertyValue('--tt-w'));
  expect(y).toBe(at('r3.0')[1]);
  expect(Math.min(Math.abs(x! - at('r3.0')[0]!), Math.abs(x! - at('r5.0')[0]!))).toBeLessThan(1.5 * w);
});
