/** Counts each player's wins over a session with the same players. The counts are stored only in this browser. */

import { store, stored } from '../../device/stored';

const KEY = 'tilerummy.evening';
/** A session ends if no game finishes for this long, in milliseconds. */
const LASTS = 8 * 3_600_000;

interface Evening {
  /** When the last game ended. */
  readonly at: number;
  readonly wins: Readonly<Record<string, number>>;
  /** The tables whose results have already been counted. */
  readonly games: readonly string[];
}

const same = (evening: Evening, names: readonly string[]): boolean =>
  Object.keys(evening.wins).sort().join('\n') === [...new Set(names)].sort().join('\n');

/**
 * Count the result of a finished game. Each table is counted only once. Returns each player's number of wins, in the
 * order of *names*.
 */
export function countWins(
  game: string,
  names: readonly string[],
  winners: readonly string[],
  now: number = Date.now(),
): number[] {
  const before = stored<Evening | null>(KEY, null);
  const goesOn = before !== null && now - before.at < LASTS && same(before, names);
  const { wins, games }: Omit<Evening, 'at'> = goesOn ? before : { wins: {}, games: [] };
  const counted = games.includes(game);
  const after: Evening = {
    at: now,
    wins: Object.fromEntries(
      names.map((name) => [name, (wins[name] ?? 0) + (!counted && winners.includes(name) ? 1 : 0)]),
    ),
    games: counted ? games : [...games, game],
  };
  store(KEY, after);
  return names.map((name) => after.wins[name]!);
}
