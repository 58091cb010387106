// @vitest-environment happy-dom
/** Work done in the frame when another player's play arrives, and work deferred after it. */

import { beforeEach, describe, expect, test } from 'vitest';
import { STANDARD, readTable, readTiles } from '../../src/rules';
import { deal, frame, root, table, tapTile, tile } from './table_driver';
import { eventually } from '../eventually';

describe("another player's play", () => {
  /** Resolves to the tiles whose attributes change during *work*. */
  async function changed(work: () => Promise<unknown>): Promise<string[]> {
    const tiles = new Set<string>();
    const see = (records: MutationRecord[]): void => {
      for (const { target, attributeName, oldValue } of records as (MutationRecord & { target: HTMLElement })[]) {
        if (target.dataset.id && target.getAttribute(attributeName!) !== oldValue) tiles.add(target.dataset.id);
      }
    };
    const watcher = new MutationObserver(see);
    watcher.observe(root, { subtree: true, attributeOldValue: true });
    await work();
    see(watcher.takeRecords());
    watcher.disconnect();
    return [...tiles];
  }
  const play = (): void => {
    const laid = {
      set: STANDARD,
      table: readTable('r3 r4 r5 / k1 k2 k3 k4', STANDARD),
      rack: readTiles('k9', STANDARD),
    };
    table.setTable(laid, { animate: true, change: { by: 1 } });
  };

  beforeEach(async () => {
    await deal('r3 r4 r5 / k1 k2 k3', 'k9');
    await deal('r3 r4 r5 / k1 k2 k3', 'k9', { animate: true, change: { by: 1 } });
    await eventually(() => expect(tile('k1.0').getAttribute('aria-label')).toMatch(/2:1$/));
  });

  test('only touches tiles that arrive or move in its first frame', async () => {
    expect(await changed(async () => (play(), await frame()))).toEqual(['k4.0']);
  });

  test('is announced a moment later', async () => {
    play();
    await eventually(() => expect(tile('k4.0').getAttribute('aria-label')).toBe('k4 table 2:4'));
    const meld = root.querySelector(`[aria-owns~="${tile('k4.0').id}"]`)!;
    expect(meld.getAttribute('aria-label')).toBe('k1 k2 k3 k4');
  });

  test('updates looks and text of the player’s own actions immediately', async () => {
    play();
    await frame();
    tapTile('k9.0');
    await frame();
    expect(tile('k9.0').className).toContain('tt-selected');
    expect(tile('k9.0').getAttribute('aria-pressed')).toBe('true');
    await frame();
    await new Promise((done) => setTimeout(done, 50));
    expect(tile('k9.0').className).toContain('tt-selected');
    expect(tile('k9.0').getAttribute('aria-pressed')).toBe('true');
  });

  test('shows the previous play as older a moment later', async () => {
    play();
    await eventually(() => expect(tile('k4.0').className).toContain('tt-last'));
    const more = {
      set: STANDARD,
      table: readTable('r3 r4 r5 r6 / k1 k2 k3 k4', STANDARD),
      rack: readTiles('k9', STANDARD),
    };
    table.setTable(more, { animate: true, change: { by: 2 } });
    await frame();
    expect(tile('r6.0').className).toContain('tt-last');
    await eventually(() => expect(tile('k4.0').className).toContain('tt-was'));
  });
});
