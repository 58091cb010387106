/** Describes the reasons why a move was refused. */

import type { RefusalReason } from '../net/types';
import { flawOf, readLay, type TileSet } from '../rules';
import { laidTiles } from '../table/state/deal';
import { coded, t } from './messages.svelte';
import { meldWords, tilesShort } from './tiles';

/** Return a text that explains why these tiles are not a meld. */
export const noMeld = (text: string, set: TileSet): string =>
  `${t('refusal.invalid_meld', { melds: meldWords([text]) })}. ${t(`draft_error.invalid_meld.${flawOf(laidTiles(readLay(text, set)))}`)}`;

/** Return the text for one reason. If *set* is given, the text also explains why some tiles do not form a meld. */
export function reasonText(why: RefusalReason, set?: TileSet): string {
  if (set && why.code === 'invalid_meld' && why.melds?.length) {
    return why.melds.map((meld) => noMeld(meld, set)).join(' ');
  }
  return worded(`refusal.${why.code}`, why).replace(/:\s*$/, '.');
}

/** Return a text that explains why a position is impossible. */
export const problemText = (problem: RefusalReason): string => worded(`problem.${problem.code}`, problem);

function worded(key: string, why: RefusalReason): string {
  const params = {
    tiles: tilesShort(why.tiles ?? []),
    melds: meldWords(why.melds ?? []),
    have: why.have ?? 0,
    want: why.want ?? 0,
  };
  return coded(key, why.message ?? why.code, params);
}
