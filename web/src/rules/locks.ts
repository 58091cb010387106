/** Which melds with jokers are locked under a ruleset. */

import { jokersOf, type Meld } from './melds';
import type { TileSet } from './tiles';

/** What the rules say about jokers on the table. */
export interface JokerLaw {
  readonly tiles: TileSet;
  readonly jokerMelds: 'locked' | 'open' | 'free';
  readonly replaceFrom: 'rack' | 'any';
  readonly groupOfThree: 'any' | 'all';
}

/** Whether a meld may not be taken apart as it lies there. */
export const isLocked = (meld: Meld | null, law: JokerLaw): boolean =>
  law.jokerMelds === 'locked' && meld !== null && jokersOf(meld) > 0;
