/** The mistakes that the user has practised, so that they stay marked after a reload. They are stored in this browser. */

import { store, stored } from '../device/stored';
import type { Mark } from './types';

const KEY = 'tilerummy.practised';
/** The number of games to store. */
export const GAMES = 100;

type Practised = readonly (readonly [game: string, places: readonly string[]])[];

/** Return a text that identifies the decision in its game, however deep the review was. */
export const placeOf = ({ round, decision }: Mark): string => `${round}.${decision.turn}`;

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
