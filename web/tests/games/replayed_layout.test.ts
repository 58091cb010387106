// @vitest-environment happy-dom
/** A position in a replay always looks the same. */

import { expect, test } from 'vitest';
import { framesOf } from '../../src/games/page/frames';
import { replayedLayout } from '../../src/games/page/replayed_layout';
import type { Replay } from '../../src/net/types/http';
import { readTable, STANDARD } from '../../src/rules';
import type { Fit } from '../../src/table/layout/grid';
import { blocksOf } from '../../src/table/layout/layout';
import { dealt } from '../../src/table/state/deal';
import { EMPTY } from '../../src/table/state/draft';

const COLOURS = [...'krbo'];
const MELDS = [1, 4, 7, 10].flatMap((n) => COLOURS.map((c) => `${c}${n} ${c}${n + 1} ${c}${n + 2}`));
/** Seventeen tables: each has a meld more than the one before. */
const TABLES = [...MELDS.keys(), MELDS.length].map((many) => MELDS.slice(0, many));
const position = (table: readonly string[]) => ({ table, racks: [[], []], pool: 9, opened: [true, true] });
const frames = framesOf({
  rounds: [
    {
      start: position([]),
      turns: TABLES.slice(1).map((table, i) => ({ seat: i % 2, events: [], after: position(table) })),
    },
  ],
} as unknown as Replay);
const area = { width: 380, height: 330 };
const limits = { largest: 45, aspect: 1.34, grow: true };

/** Return the layout of each of these frames, shown one after the other as the widget does. */
function replayed(order: readonly number[]): Map<number, string> {
  let [at, draft, before] = [0, EMPTY(STANDARD), undefined as Fit | undefined];
  const { lay } = replayedLayout({ load: () => null, save: () => {} }, frames, STANDARD, () => at);
  return new Map(
    order.map((next) => {
      at = next;
      draft = dealt(draft, { set: STANDARD, table: readTable(TABLES[at]!.join(' / '), STANDARD), rack: [] });
      before = lay!(area, blocksOf(draft, new Map()), limits, before);
      const melds = [...before.spots].map(
        ([key, { row, col }]) =>
          `${before!.blocks
            .get(key)!
            .ids!.map((id) => id.split('.')[0]!)
            .join(' ')} ${row} ${col}`,
      );
      return [at, `${before.tile.w} ${melds.sort().join(' / ')}`];
    }),
  );
}

test('whichever position was shown before', () => {
  const forwards = replayed([...TABLES.keys()]);
  expect(forwards.get(16)).not.toContain('undefined');
  expect(replayed([...TABLES.keys()].reverse())).toEqual(new Map([...forwards].reverse()));
  for (const at of [3, 9, 16]) expect(replayed([16, 2, at]).get(at)).toBe(forwards.get(at));
});

test('melds keep their places from turn to turn while tiles keep their size', () => {
  const forwards = replayed([...TABLES.keys()]);
  const places = (at: number): [string, string[]] => {
    const [size, ...melds] = forwards.get(at)!.split(/ (.*)/);
    return [size!, melds.join('').split(' / ').filter(Boolean)];
  };
  let kept = 0;
  for (let at = 2; at < TABLES.length; at++) {
    const [[was, before], [is, after]] = [places(at - 1), places(at)];
    if (was === is && before.every((each) => after.includes(each))) kept++;
  }
  expect(kept).toBeGreaterThanOrEqual(11);
});
