/** The mistakes that the user has practised, so that they stay marked after a reload. They are stored in this browser. */

import { store, stored } from '../device/stored';
import type { Mark } from './types';

const KEY = 'tilerummy.practised';
/** The number of games to store. */
export const GAMES = 100;

type Practised = readonly (readonly [game: string, places: readonly string[]])[];

/** Return a text that identifies the decision in its game, however deep the review was. */
export const placeOf = ({ round, decision }: Mark): string => `${round}.${decision.turn}`;

/** Return whether two marks are on the same decision, whose estimates may differ. */
export const isSame = (one: Mark, other: Mark): boolean => placeOf(one) === placeOf(other);

/**
 * Return the number of the mistake to show after a longer review has replaced a list of mistakes: the same one, or the
 * next number that exists. After the last mistake comes the summary, which stays as well.
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

/** Return the places of the mistakes that were practised in a game. */
export const practisedIn = (game: string): readonly string[] => all().find(([id]) => id === game)?.[1] ?? [];

/** Store that a mistake was practised. Returns all places in its game; the game reviewed least recently is dropped. */
export function practised(game: string, mark: Mark): readonly string[] {
  const places = [...new Set([...practisedIn(game), placeOf(mark)])];
  store(KEY, [[game, places], ...all().filter(([id]) => id !== game)].slice(0, GAMES));
  return places;
}
