/** Lays out the positions of a replay, so that each of them always looks the same. */

import { readLay, type TileSet } from '../../rules';
import type { LayoutMemory } from '../../table';
import { fit } from '../../table/layout/fit';
import type { Area, Fit, Limits } from '../../table/layout/grid';
import { blocksOf } from '../../table/layout/layout';
import { layoutText, readLayout, remembering } from '../../table/layout/memory';
import { dealt } from '../../table/state/deal';
import { EMPTY } from '../../table/state/draft';
import type { Frame } from './frames';

/**
 * The layout of each position in a replay. It is computed from the earlier turns of the round, so that it does not depend
 * on the position that was shown before. *shown* returns the index of the current frame.
 */
export function replayedLayout(
  memory: LayoutMemory,
  frames: readonly Frame[],
  set: TileSet,
  shown: () => number,
): LayoutMemory {
  let known: { readonly of: string; readonly layouts: string[] } | undefined;
  /** Return the layouts of all frames in the current round, as text. */
  const layouts = (area: Area, limits: Limits): string[] => {
    const { round } = frames[shown()]!;
    const of = JSON.stringify([round, area, limits.largest]);
    if (known?.of === of) return known.layouts;
    const reader = new AbortController();
    const lay = remembering(memory, () => undefined, reader.signal);
    let [draft, laid] = [EMPTY(set), undefined as Fit | undefined];
    known = { of, layouts: [] };
    frames.forEach((frame, i) => {
      if (frame.round !== round) return;
      draft = dealt(draft, { set, table: frame.position.table.map((meld) => readLay(meld, set)) });
      laid = lay(area, blocksOf(draft, new Map()), { ...limits, grow: true }, laid);
      known!.layouts[i] = layoutText(laid);
    });
    reader.abort();
    return known.layouts;
  };
  return {
    load: () => 'turns', // the table is shown once it can be laid out
    save: () => {},
    lay: (area, blocks, limits, before) => {
      const now = readLayout(layouts(area, limits)[shown()]!, blocks);
      const complete = blocks.filter(({ key, ids }) => `${now?.blocks.get(key)?.ids}` === `${ids}`);
      if (now && complete.length === blocks.length) return now;
      // during a rearrangement, melds that are already complete are where they will be
      const same = now && before && now.tile.w === before.tile.w && now.rows === before.rows;
      const from = same
        ? {
            ...before,
            spots: new Map([...before.spots, ...complete.map(({ key }) => [key, now.spots.get(key)!] as const)]),
            blocks: new Map([...before.blocks, ...complete.map((block) => [block.key, block] as const)]),
          }
        : before;
      return fit(area, blocks, { ...limits, grow: false }, from);
    },
  };
}
