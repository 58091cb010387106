// @vitest-environment happy-dom
/** The help that marks the melds a picked tile fits: only if wanted, only where help is allowed. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deal, frame, root, table, tapTile } from './table_driver';

const marked = (): (string | null)[] =>
  [...root.querySelectorAll('.tt-fits')].map((pile) => pile.getAttribute('aria-label'));

describe('the melds that a picked tile fits', () => {
  beforeEach(() => {
    document.documentElement.dataset.places = 'on';
    root.parentElement!.classList.add('helps');
  });
  afterEach(() => {
    delete document.documentElement.dataset.places;
    document.body.classList.remove('helps');
  });

  test('are marked while the tile is picked', async () => {
    await deal('r3 r4 r5 / k6 b6 o6 / k1 k2 k3', 'r6 k9');
    expect(marked()).toHaveLength(0);

    await tapTile('r6.0');
    await frame();

    expect(marked()).toHaveLength(2);
    expect(marked().join()).toContain('fits');
    table.control.clear();
    await frame();
    expect(marked()).toHaveLength(0);
  });

  test('are none for a tile that fits nowhere, or for several tiles', async () => {
    await deal('r3 r4 r5', 'r6 k9');
    await tapTile('k9.0');
    await frame();
    expect(marked()).toHaveLength(0);
    await tapTile('r6.0');
    await frame();
    expect(table.selected).toHaveLength(2);
    expect(marked()).toHaveLength(0);
  });

  test('are not marked during other turns, when the setting is off, or where help is not allowed', async () => {
    await deal('r3 r4 r5', 'r6 k9');
    const shown = async (): Promise<number> => {
      table.control.clear();
      await tapTile('r6.0');
      await frame();
      return marked().length;
    };
    expect(await shown()).toBe(1);
    document.documentElement.dataset.places = 'off';
    expect(await shown()).toBe(0);
    document.documentElement.dataset.places = 'on';
    document.body.classList.remove('helps');
    expect(await shown()).toBe(0);
  });
});
