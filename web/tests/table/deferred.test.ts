// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { STANDARD, readRack, readTable } from '../../src/rules';
import { frame, root, table, tile } from './table_driver';

const lay = (melds: string, rack: string): boolean =>
  table.setTable(
    { set: STANDARD, table: readTable(melds, STANDARD), rack: readRack(rack, STANDARD) },
    { animate: false },
  );

test('labels may be loaded while another table waits to be rendered', async () => {
  lay('r3 r4 r5', 'k1');
  await frame();
  expect(tile('r3.0').hasAttribute('aria-label')).toBe(false);
  lay('b7 b8 b9', 'k2');
  await import('../../src/table/deferred');
  for (let frames = 0; frames < 4; frames++) await frame();
  const labels = [...root.querySelectorAll('button')].map((each) => each.getAttribute('aria-label'));
  expect(labels.toSorted()).toEqual(['b7 table 1:1', 'b8 table 1:2', 'b9 table 1:3', 'k2 rack 0:1']);
});
