/** The tiles of a photo in the form in which the felt shows them. */

import { meldTexts, split, tileText, without, type TileSet } from '../../rules';
import { isMeld, rowText, type Found, type Mark } from '../position';

/** Return the piles on the table, which of them are not melds, and their marked tiles. */
export function shown(of: Found, set: TileSet, marks: ReadonlyMap<number, Mark> | null = null) {
  const rows = of.rows.filter(({ rack }) => !rack);
  const melds = rows.map((row) => split(rowText(row, set)));
  return {
    melds,
    wrong: rows.map((row) => !isMeld(row, set)),
    doubt: rows.map((row, r) =>
      row.tiles.flatMap(({ id, tile }) => {
        if (!marks?.has(id) || tile === null) return [];
        const at = melds[r]!.findIndex((word) => word === tileText(tile));
        return at < 0 ? [] : [at];
      }),
    ),
    rack: of.rows
      .filter(({ rack }) => rack)
      .flatMap(({ tiles }) => tiles.flatMap(({ tile }) => (tile === null ? [] : [tileText(tile)]))),
  };
}

/** Return the indices of the tiles in each pile of *after* that were not on the table *before*. */
export function laidIn(before: string, after: readonly (readonly string[])[]): number[][] {
  const stayed = meldTexts(before).map((meld) => split(meld).join(' '));
  const fresh = after.map((meld) => {
    const at = stayed.indexOf(meld.join(' '));
    if (at >= 0) stayed.splice(at, 1);
    return at < 0;
  });
  const plain = (word: string): string => (word.startsWith('*') ? '*' : word);
  const old = stayed.flatMap((meld) => split(meld).map(plain));
  let left = without(
    after.filter((_, i) => fresh[i]).flatMap((meld) => meld.map(plain)),
    old,
  );
  return after.map((meld, i) =>
    !fresh[i]
      ? []
      : meld.flatMap((word, at) => {
          if (!left.includes(plain(word))) return [];
          left = without(left, [plain(word)]);
          return [at];
        }),
  );
}
