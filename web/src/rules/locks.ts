/** Decides whether a meld with jokers is locked. */

import { jokersOf, type Meld } from './melds';
import type { TileSet } from './tiles';

/** The joker rules of a ruleset, as far as they concern melds on the table. */
export interface JokerLaw {
  readonly tiles: TileSet;
  readonly jokerMelds: 'locked' | 'open' | 'free';
  readonly replaceFrom: 'rack' | 'any';
  readonly groupOfThree: 'any' | 'all';
}

/**
 * The tiles that replace a joker on the table: its tile from the rack; its tile from the rack or, in a group, tiles of
 * all missing colours; or its tile from anywhere.
 */
export type Replacing = 'rack' | 'all' | 'any';

export const replacingOf = ({
  replaceFrom,
  groupOfThree,
}: Pick<JokerLaw, 'replaceFrom' | 'groupOfThree'>): Replacing => (groupOfThree === 'all' ? 'all' : replaceFrom);

/** Return whether the rules forbid taking this meld apart. */
export const isLocked = (meld: Meld | null, law: JokerLaw): boolean =>
  law.jokerMelds === 'locked' && meld !== null && jokersOf(meld) > 0;
