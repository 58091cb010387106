/** Selects the part of a position to show on the home page. */

const bare = (tile: string): string => tile.replace(/^\*.+/, '*');

/** The maximum number of melds to show. */
const SHOWN = 6;

/** Return the melds to show, as tiles: those that the latest play changed come first. */
export function shownMelds(table: readonly string[], played: readonly string[]): string[][] {
  const all = table.map((meld) => meld.split(' '));
  const changed = playedIn(all, played);
  return all
    .map((meld, i) => ({ meld, fresh: changed[i]!.length > 0 }))
    .sort((a, b) => Number(b.fresh) - Number(a.fresh))
    .slice(0, SHOWN)
    .map(({ meld }) => meld);
}

/**
 * Return the indices of the tiles in each meld that the latest play laid. If a meld contains only some of the copies of
 * a tile, a meld with more of the played tiles takes precedence.
 */
export function playedIn(melds: readonly (readonly string[])[], played: readonly string[]): number[][] {
  const found: number[][] = melds.map(() => []);
  const left = [...played];
  const count = (meld: readonly string[]): number => meld.filter((tile) => played.includes(bare(tile))).length;
  const order = melds.map((_, i) => i).sort((a, b) => count(melds[b]!) - count(melds[a]!));
  for (const i of order)
    melds[i]!.forEach((tile, at) => {
      const place = left.indexOf(bare(tile));
      if (place < 0) return;
      left.splice(place, 1);
      found[i]!.push(at);
    });
  return found;
}
