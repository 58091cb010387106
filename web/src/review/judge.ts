/** Whether what somebody tries instead of a decision is better than it was. */

import type { Decision } from './types';

export type Verdict = 'good' | 'worse' | 'unknown';

const sorted = (tiles: readonly string[]): string => tiles.toSorted().join(' ');
const tilesOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** So much less than the best chance is as good as it. */
const NEAR = 0.035;

/**
 * Judge a legal turn by the tiles that it lays. Good is what lays the tiles of the better play, what goes
 * out, and what the review found nearly as good as the best; what it did not compare is not known.
 */
export function verdictOf({ reason, options, chosen, best }: Decision, placed: readonly string[], { out }: { out: boolean }): Verdict {
  const mine = sorted(placed);
  if (out || (reason && reason.code !== 'discard_wins' && mine === sorted(betterTiles(reason, best?.tiles)))) return 'good';
  const same = options?.filter(({ tiles }) => sorted(tilesOf(tiles)) === mine) ?? [];
  if (!same.length && reason?.code === 'out_missed') return 'worse'; // nothing is as good as to go out
  if (!same.length) return chosen && mine === sorted(tilesOf(chosen.tiles)) ? 'worse' : 'unknown';
  const most = Math.max(...options!.map(({ win }) => win[0]));
  const found = Math.max(...same.map(({ win }) => win[0]));
  const was = options!.find(({ actions }) => actions.join() === chosen?.actions.join())?.win[0] ?? 0;
  return found >= most - NEAR && found > was ? 'good' : 'worse';
}

/** The tiles that the better play lays: none where it was better to wait. */
const betterTiles = ({ code, tiles }: NonNullable<Decision['reason']>, best: string | undefined): string[] =>
  best === undefined ? (['draw', 'pass', 'hold'].includes(code) ? [] : tilesOf(tiles)) : tilesOf(best);
