/** Describes a play in sentences, such as `Ben takes blue 5 from the group of 5s and makes the blue run 4–7`. */

import type { Played } from '../net/types';
import { bare, shared, split, splitMelds } from '../rules';
import { list } from './messages.svelte';
import { pileText } from './steps';
import { tilesShort } from './tiles';

/** A sentence about one meld: the message, which is `event.DEED`, and its parameters. */
export interface Told {
  readonly deed: 'played' | 'added' | 'built' | 'put' | 'shifted' | 'swapped' | 'made' | 'rearranged';
  readonly params: Record<string, string | number>;
}

type Tiles = readonly string[];

/** A meld after the play, with the meld that it has grown from and the tiles that were elsewhere before. */
interface Grown {
  readonly meld: Tiles;
  readonly base: Tiles | null;
  /** The tiles laid from the rack, followed by the tiles that were in other melds. */
  readonly placed: Tiles;
  readonly moved: readonly { readonly tile: string; readonly from: Tiles }[];
}

const JOKER = '*';

/** Remove a tile from *tiles*, ignoring what a joker stands for. Returns the removed tile. */
function pluck(tiles: string[], tile: string): string | undefined {
  const at = tiles.findIndex((each) => bare(each) === bare(tile));
  return at < 0 ? undefined : tiles.splice(at, 1)[0];
}

/** A play that needs more sentences than this is summarised. */
const MOST = 4;

/**
 * Return one sentence for each meld that the play has changed or made, in a natural order for carrying out the
 * play by hand. If these are too many to follow, only say which melds are new and which tiles were laid.
 */
export function toldOf({ lift, lay, placed, free }: Pick<Played, 'lift' | 'lay' | 'placed' | 'free'>): Told[] {
  const before = splitMelds(lift);
  const laid = [...split(placed), ...split(free)];
  const grown = grownOf(before, splitMelds(lay), laid);
  const swaps = grown.filter(isSwap);
  // the exchange of a joker is a sentence of its own; after that, the joker is like a tile from the rack
  const freed = ({ tile, from }: Grown['moved'][number]): boolean =>
    bare(tile) === JOKER && swaps.some(({ base }) => base === from);
  const rest = grown
    .filter((each) => !swaps.includes(each))
    .map((each) => ({
      ...each,
      own: each.placed.length === each.meld.length,
      placed: [...each.placed, ...each.moved.filter(freed).map(({ tile }) => tile)],
      moved: each.moved.filter((tile) => !freed(tile)),
    }));
  const own = rest.filter((each) => each.own);
  const all = [
    ...swaps.map(swapText),
    ...rest.filter(({ moved }) => moved.length).map(movedText),
    ...rest.filter((each) => !each.own && !each.base && !each.moved.length).map(madeText),
    ...rest.filter((each) => each.base && !each.moved.length && each.placed.length).map(addedText),
    ...(own.length ? [playedText(own.flatMap(({ meld }) => meld))] : []),
  ];
  return all.length > MOST ? summaryOf(grown, laid) : all;
}

function summaryOf(grown: readonly Grown[], laid: Tiles): Told[] {
  const isNew = ({ meld, placed, moved }: Grown): boolean => 2 * (placed.length + moved.length) > meld.length;
  const made = grown.filter(isNew).map(({ meld }) => pileText(meld, ''));
  return [
    made.length ? told('made', { whole: list(made) }) : told('rearranged', {}),
    ...(laid.length ? [playedText(laid)] : []),
  ];
}

const told = (deed: Told['deed'], params: Told['params']): Told => ({ deed, params });

const playedText = (tiles: Tiles): Told => told('played', { n: tiles.length, tiles: tilesShort(tiles) });

const madeText = ({ meld }: Grown): Told => told('made', { whole: pileText(meld, '') });

const addedText = ({ base, placed }: Grown): Told =>
  told('added', { tiles: tilesShort(placed), to: pileText(base!, '.to') });

function movedText({ meld, base, placed, moved }: Grown): Told {
  const sources = [...new Set(moved.map(({ from }) => from))];
  const params = {
    taken: tilesShort(moved.map(({ tile }) => tile)),
    from: list(sources.map((from) => pileText(from, '.from'))),
  };
  if (!base) return told('built', { ...params, whole: pileText(meld, '') });
  const to = pileText(base, '.to');
  if (!placed.length) return told('shifted', { ...params, to });
  return told('put', { ...params, tiles: tilesShort([...moved.map(({ tile }) => tile), ...placed]), to });
}

/** Return whether jokers in a meld were replaced by the tiles that they stood for. */
function isSwap({ base, meld, placed }: Grown): boolean {
  const jokers = (tiles: Tiles): number => tiles.filter((tile) => bare(tile) === JOKER).length;
  const gone = base ? jokers(base) - jokers(meld) : 0;
  return gone > 0 && meld.length === base!.length && placed.length === gone;
}

const swapText = ({ base, placed }: Grown): Told =>
  told('swapped', {
    taken: tilesShort([JOKER]),
    from: pileText(base!, '.from'),
    tiles: tilesShort(placed),
  });

/** Find the meld that each new meld has grown from, which is the one with the most tiles in common. */
function grownOf(before: readonly string[][], after: readonly string[][], laid: readonly string[]): Grown[] {
  const plain = (tiles: Tiles): string[] => tiles.map(bare);
  const pairs = after.flatMap((meld, i) =>
    before.map((was, j) => ({ i, j, same: shared(plain(was), plain(meld)) })),
  );
  const base = new Map<number, number>();
  for (const { i, j, same } of pairs.sort((a, b) => b.same - a.same)) {
    if (same && !base.has(i) && ![...base.values()].includes(j)) base.set(i, j);
  }
  // the tiles of each earlier meld that are no longer in it
  const left = before.map((was, j) => {
    const over = [...was];
    for (const tile of after[[...base].find(([, each]) => each === j)?.[0] ?? -1] ?? []) pluck(over, tile);
    return over;
  });
  const hand = [...laid];
  return after.map((meld, i) => {
    const was = base.has(i) ? before[base.get(i)!]! : null;
    const stay = [...(was ?? [])];
    const placed: string[] = [];
    const moved: { tile: string; from: Tiles }[] = [];
    for (const tile of meld) {
      if (pluck(stay, tile) !== undefined) continue;
      const source = left.findIndex((over) => over.some((each) => bare(each) === bare(tile)));
      if (source >= 0) {
        pluck(left[source]!, tile);
        moved.push({ tile, from: before[source]! });
      } else if (pluck(hand, tile) !== undefined) placed.push(tile);
    }
    return { meld, base: was, placed, moved };
  });
}
