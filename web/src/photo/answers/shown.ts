/** The tiles of a photo in the felt's form. */

import { bare, split, splitMelds, tileText, without, type TileSet } from '../../rules';
import { isMeld, rowText, type Found, type Mark, type Row, type Seen } from '../position';
import { isWrong } from './compare';

/** A tile in notation. One that was not read is face-down. */
const wordOf = ({ tile }: Seen): string => (tile === null ? '?' : tileText(tile));
const wordsOf = (row: Row, set: TileSet): string[] =>
  isMeld(row, set) ? split(rowText(row, set)) : row.tiles.map(wordOf);

/** Return the piles on the table, whether each is wrong, and their marked tiles. */
export function shown(of: Found, set: TileSet, marks: ReadonlyMap<number, Mark> | null = null) {
  const rows = of.rows.filter(({ rack }) => !rack);
  const melds = rows.map((row) => wordsOf(row, set));
  return {
    melds,
    wrong: rows.map((row) => isWrong(row, set)),
    doubt: rows.map(({ tiles }, r) => {
      const left: (string | null)[] = melds[r]!.map(bare);
      return tiles.flatMap((tile) => {
        const at = left.indexOf(wordOf(tile));
        left[at] = null; // an equal tile is the next one
        return marks?.has(tile.id) ? [at] : [];
      });
    }),
    rack: of.rows.filter(({ rack }) => rack).flatMap(({ tiles }) => tiles.map(wordOf)),
  };
}

/** Return the indices of the tiles in each pile of *after* that were not on the table *before*. */
export function laidIn(before: string, after: readonly (readonly string[])[]): number[][] {
  const stayed = splitMelds(before).map((meld) => meld.join(' '));
  const fresh = after.map((meld) => {
    const at = stayed.indexOf(meld.join(' '));
    if (at >= 0) stayed.splice(at, 1);
    return at < 0;
  });
  const old = stayed.flatMap((meld) => split(meld).map(bare));
  let left = without(
    after.filter((_, i) => fresh[i]).flatMap((meld) => meld.map(bare)),
    old,
  );
  return after.map((meld, i) =>
    !fresh[i]
      ? []
      : meld.flatMap((word, at) => {
          if (!left.includes(bare(word))) return [];
          left = without(left, [bare(word)]);
          return [at];
        }),
  );
}
