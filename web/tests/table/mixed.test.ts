// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { meldText, tilesText } from '../../src/rules';
import { law } from './help';
import { deal, frame, key, melds, root, said, table, tap, tapTile, tile, type } from './table_driver';

const felt = { clientX: 500, clientY: 500 };
const picked = (): string => tilesText(table.selected);

describe('tiles of table and rack picked in any order', () => {
  const TABLE = 'k5 r5 b5 o5 / k7 b7 o7';

  test.each([
    ['first of the table', ['r5.0', 'r6.0', 'r7.0', 'r8.0']],
    ['last of the table', ['r6.0', 'r8.0', 'r7.0', 'r5.0']],
    ['in between', ['r6.0', 'r5.0', 'r8.0', 'r7.0']],
  ])('a tap on felt makes the meld: %s', async (_, ids) => {
    await deal(TABLE, 'r6 r7 r8 k1');
    for (const id of ids) await tapTile(id);
    expect(table.selected.length).toBe(4);
    expect(table.forming.map(meldText)).toEqual(['r5 r6 r7 r8']);
    await tap(felt);
    expect(melds().split(' / ').sort()).toEqual(['k5 b5 o5', 'k7 b7 o7', 'r5 r6 r7 r8']);
    expect(said).not.toContain('blocked');
  });

  test('two melds can be picked one after the other and laid at once', async () => {
    await deal('', 'r10 r11 r12 k7 b7 o7 k1');
    for (const id of ['r10.0', 'r11.0', 'r12.0', 'k7.0', 'b7.0', 'o7.0']) await tapTile(id);
    expect(table.forming.map(meldText)).toEqual(['r10 r11 r12', 'k7 b7 o7']);
    await tap(felt);
    expect(melds()).toBe('r10 r11 r12 / k7 b7 o7');
    table.undo();
    expect(table.untouched).toBe(true);
  });

  test('picked tiles that are not a meld form none', async () => {
    await deal(TABLE, 'r6 r7 k1');
    for (const id of ['r6.0', 'k1.0', 'r7.0']) await tapTile(id);
    expect(table.forming).toEqual([]);
    table.setMode('look');
    expect(table.forming).toEqual([]);
  });

  test('a complete table meld that is picked adds nothing to lay', async () => {
    await deal(TABLE, 'k1');
    for (const id of ['k7.0', 'b7.0', 'o7.0']) await tapTile(id);
    expect(table.forming).toEqual([]);
  });

  test('a tap on a meld adds all tiles that fit; the rest stay picked', async () => {
    await deal('r3 r4 r5', 'r6 r7 k9');
    for (const id of ['r7.0', 'k9.0', 'r6.0']) await tapTile(id);
    await tapTile('r4.0');
    expect(melds()).toBe('r3 r4 r5 r6 r7');
    expect(picked()).toBe('k9');
  });

  test('a tapped tile is picked if nothing fits its meld', async () => {
    await deal(TABLE, 'r6 r7');
    await tapTile('r6.0');
    await tapTile('k7.0');
    expect(picked()).toBe('r6 k7');
    await tapTile('r6.0');
    expect(picked()).toBe('k7');
  });

  test('an incomplete pile accepts tiles it may need', async () => {
    await deal('', 'r3 r4 b3 o9');
    type('r3 > new');
    await frame();
    await tapTile('o9.0');
    await tapTile('r3.0');
    expect(picked()).toBe('o9 r3');
    table.clearSelection();
    await tapTile('r4.0');
    await tapTile('r3.0');
    expect(melds()).toBe('r3 r4');
  });

  test('a tap on the rack returns the laid tiles, and unpicks the rest', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    type('r6 > 1');
    await frame();
    await tapTile('r6.0');
    await tapTile('k1.0');
    expect(picked()).toBe('r6 k1');
    await tap({ clientX: 15, clientY: 690 });
    expect(melds()).toBe('r3 r4 r5');
    await tapTile('k1.0');
    await tap({ clientX: 15, clientY: 690 });
    expect(picked()).toBe('');
  });

  test('a tap on the joker replaces it', async () => {
    await deal('r3 *r4 r5', 'r4 k1');
    await tapTile('r4.0');
    await tapTile('*.0');
    expect(melds()).toBe('r3 r4 r5 / *');
  });
});

describe('a tile with exactly one fitting target', () => {
  test('goes there on a double tap', async () => {
    await deal('r3 r4 r5 / k7 b7 o7', 'r6 k1');
    await tapTile('r6.0');
    await tapTile('r6.0');
    expect(melds()).toBe('r3 r4 r5 r6 / k7 b7 o7');
    await tapTile('r6.0');
    await tapTile('r6.0');
    expect(table.untouched).toBe(true);
  });

  test('goes there on Enter', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    tile('r6.0').focus();
    await key('Enter');
    expect(melds()).toBe('r3 r4 r5 r6');
  });

  test('stays picked if several fit', async () => {
    await deal('r3 r4 r5 / k6 b6 o6', 'r6 k1');
    await tapTile('r6.0');
    await tapTile('r6.0');
    expect(table.untouched).toBe(true);
    expect(picked()).toBe('r6');
    expect(said.at(-1)).toBe('blocked');
    await tapTile('k6.0');
    expect(melds()).toBe('r3 r4 r5 / k6 r6 b6 o6');
  });

  test('selects the meld around it if none fits', async () => {
    await deal('r3 r4 r5', 'k1 k2 k3 o9');
    await tapTile('k2.0');
    await tapTile('k2.0');
    expect(picked()).toBe('k1 k2 k3');
    tile('o9.0').focus();
    table.clearSelection();
    await key('Enter');
    expect(picked()).toBe('o9');
  });

  test('does not join table melds before the opening', async () => {
    table.setLaw(law({ opening: { points: 30, jokers: true } }));
    await deal('r3 r4 r5', 'r6 k1');
    await tapTile('r6.0');
    await tapTile('r6.0');
    expect(table.untouched).toBe(true);
  });

  test('changes no joker', async () => {
    await deal('r3 *r4 r5', 'r4 k1');
    await tapTile('r4.0');
    await tapTile('r4.0');
    expect(table.untouched).toBe(true);
  });
});

describe('opening points', () => {
  test('count laid and picked tiles', async () => {
    table.setLaw(law({ opening: { points: 30, jokers: true } }));
    await deal('', 'r10 r11 r12 k2 b2 o2 k1');
    expect(table.openingPoints).toBe(0);
    for (const id of ['k2.0', 'b2.0', 'o2.0']) await tapTile(id);
    expect(table.openingPoints).toBe(6);
    table.lay();
    expect(table.openingPoints).toBe(6);
    await frame();
    for (const id of ['r10.0', 'r11.0']) await tapTile(id);
    expect(table.openingPoints).toBe(6);
    await tapTile('r12.0');
    expect(table.openingPoints).toBe(39);
  });

  test('are not shown when none are needed', async () => {
    await deal('', 'r10');
    expect(table.openingPoints).toBeNull();
  });
});

describe('a plan while another player lays', () => {
  const PLAN = 'k1 k2 k3';
  const names = (cls: string) =>
    [...root.querySelectorAll<HTMLElement>(`.${cls}`)].map((el) => el.dataset.id!).sort();

  async function prepare(rack = `${PLAN} r6`): Promise<void> {
    await deal('r3 r4 r5 / k7 b7 o7', rack);
    table.setMode('ghost');
    type(`${PLAN} > new`);
    await frame();
  }

  test("is placed on the other player's draft", async () => {
    await prepare();
    table.plan(['r3 r4 r5 r6 r7', 'k7 b7 o7']);
    await frame();
    expect(root.querySelectorAll('.tt-pile').length).toBe(3);
    expect(names('tt-live')).toEqual(['r6.1', 'r7.0']);
    expect(names('tt-ghost')).toEqual(['k1.0', 'k2.0', 'k3.0']);
    expect(table.untouched).toBe(false);
    table.plan(null);
    expect(melds()).toBe('r3 r4 r5 / k7 b7 o7 / k1 k2 k3');
    expect(table.canUndo).toBe(true);
  });

  test('continues while the other player lays', async () => {
    await prepare();
    table.plan(['r3 r4 r5 r8', 'k7 b7 o7']);
    await frame();
    type('r6 > 2');
    expect(table.canUndo).toBe(true);
    table.plan(['r3 r4 r5', 'k7 b7 o7']);
    table.plan(null);
    expect(melds()).toBe('r3 r4 r5 / k7 b7 o7 r6 / k1 k2 k3');
  });

  test('returns tiles that briefly did not fit', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    table.setMode('ghost');
    type('r6 > 1');
    table.plan(['r3 r4', 'r5 b5 k5']);
    await frame();
    expect(names('tt-ghost')).toEqual([]);
    expect(table.untouched).toBe(false);
    table.plan(['r3 r4 r5']);
    await frame();
    expect(names('tt-ghost')).toEqual(['r6.0']);
  });

  test('is kept when the play is made', async () => {
    await prepare();
    table.plan(['r3 r4 r5 r6', 'k7 b7 o7']);
    await deal('r3 r4 r5 r6 / k7 b7 o7', `${PLAN} r6`);
    expect(melds()).toBe('r3 r4 r5 r6 / k7 b7 o7 / k1 k2 k3');
    expect(names('tt-live')).toEqual([]);
    expect(names('tt-last')).toEqual(['r6.1']);
  });

  test("tiles in another player's draft look provisional", async () => {
    await deal('r3 r4 r5', 'k1');
    table.watch(['r3 r4 r5 r6']);
    await frame();
    expect(names('tt-live')).toEqual(['r6.0']);
    expect(names('tt-last')).toEqual([]);
    expect(root.querySelectorAll('.tt-unfinished').length).toBe(1);
    table.watch(null);
    await frame();
    expect(root.querySelectorAll('.tt-unfinished').length).toBe(0);
  });
});
