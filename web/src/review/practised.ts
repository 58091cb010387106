/** The mistakes that the user has practised, so that they stay marked after a reload. They are stored in this browser. */

import { store, stored } from '../device/stored';
import { exerciseOf } from './judge';
import type { Mark } from './types';

const KEY = 'tilerummy.practised';
/** The number of games to store. */
export const GAMES = 100;

type Practised = readonly (readonly [game: string, places: readonly string[]])[];

/** Return a key that identifies a decision within its game. It does not depend on the depth of the review. A turn can
 * have two: where to draw from, and what to lay. */
export const placeOf = ({ round, decision }: Mark): string =>
  `${round}.${decision.turn}${exerciseOf(decision) === 'take' ? 'd' : ''}`;

/** Return whether two marks are on the same decision, whose estimates may differ. */
export const isSame = (one: Mark, other: Mark): boolean => placeOf(one) === placeOf(other);

/**
 * Return the index of the mistake to show after a longer review has replaced the list of mistakes. If the mistake
 * shown before is no longer listed, this is the mistake that took its position. An index after the last mistake stands
 * for the summary, which stays open.
 */
export function numberAfter(
  { mistakes, number }: { readonly mistakes: readonly Mark[]; readonly number: number },
  latest: readonly Mark[],
): number {
  const shown = mistakes[number];
  const at = shown ? latest.findIndex((each) => isSame(each, shown)) : latest.length;
  return at < 0 ? Math.min(number, latest.length) : at;
}

function all(): Practised {
  const found: unknown = stored(KEY, []);
  return Array.isArray(found) ? found.filter(isEntry) : [];
}

const isEntry = (each: unknown): each is Practised[number] =>
  Array.isArray(each) && typeof each[0] === 'string' && Array.isArray(each[1]);

/** Return the keys of the mistakes that were practised in a game; see placeOf. */
export const practisedIn = (game: string): readonly string[] => all().find(([id]) => id === game)?.[1] ?? [];

/**
 * Record that a mistake was practised, and return the keys of all practised mistakes in its game. If there are too
 * many games, the one practised least recently is dropped.
 */
export function practised(game: string, mark: Mark): readonly string[] {
  const places = [...new Set([...practisedIn(game), placeOf(mark)])];
  store(KEY, [[game, places], ...all().filter(([id]) => id !== game)].slice(0, GAMES));
  return places;
}
