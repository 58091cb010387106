/** Describes the reasons why a move was refused. */

import type { RefusalReason } from '../net/types';
import { flawOf, readLay, replacingOf, type JokerLaw, type Replacing, type TileSet } from '../rules';
import { laidTiles } from '../table/state/deal';
import { coded, t } from './messages.svelte';
import { meldWords, tilesShort } from './tiles';

/** Return a text that explains why these tiles are not a meld. */
export const noMeld = (text: string, set: TileSet): string =>
  `${t('refusal.invalid_meld', { melds: meldWords([text]) })}. ${t(`draft_error.invalid_meld.${flawOf(laidTiles(readLay(text, set)))}`)}`;

/** The rules that the text of a reason depends on: the tile set, and possibly how jokers are replaced. */
export type Terms = Pick<JokerLaw, 'tiles'> & Partial<JokerLaw>;

/**
 * Return the text for one reason. If *terms* are given, the text also explains why some tiles do not form a meld, and which
 * tile may replace a joker.
 */
export function reasonText(why: RefusalReason, terms?: Terms): string {
  if (terms && why.code === 'invalid_meld' && why.melds?.length) {
    return why.melds.map((meld) => noMeld(meld, terms.tiles)).join(' ');
  }
  if (terms?.replaceFrom && terms.groupOfThree && why.code === 'joker_not_replaced') {
    const { replaceFrom, groupOfThree } = terms;
    return jokerText(why.code, meldWords(why.melds ?? []), replacingOf({ replaceFrom, groupOfThree }));
  }
  return worded(`refusal.${why.code}`, why).replace(/:\s*$/, '.');
}

/** Return the text for a joker that may not leave a meld. */
export const jokerText = (
  code: 'joker_locked' | 'joker_not_replaced' | 'joker_changed',
  melds: string,
  replacing: Replacing,
): string =>
  code === 'joker_not_replaced' && replacing !== 'any'
    ? t(`refusal.${code}.${replacing}`, { melds })
    : t(`refusal.${code}`, { melds });

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
