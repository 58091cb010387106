/** Which decisions are worth to be tried again, and whether what somebody tries instead is better. */

import type { Decision, Option } from '../net/types/review';
import { meldTexts, split } from '../rules';

export type Verdict = 'good' | 'worse' | 'unknown';

const sorted = (tiles: readonly string[]): string => tiles.toSorted().join(' ');

/** So much less than the best chance is as good as it. */
const NEAR = 0.035;

/** Reasons about a tile that is taken or discarded, which cannot be tried by laying. */
const NOT_LAID: readonly string[] = ['discard', 'discard_wins', 'take', 'not_take'];

/** The percent of chance that a decision cost, as they are shown. */
export const percentLost = ({ error }: Decision): number => Math.round(100 * (error?.win[0] ?? 0));

/** Whether a decision can be tried again: what is better differs from what was done, and its worth shows. */
export function isExercise(decision: Decision): boolean {
  const { position, reason, chosen, best } = decision;
  if (!position || !reason || NOT_LAID.includes(reason.code)) return false;
  if (reason.code === 'out_missed') return true;
  const differs = reason.code === 'other_table' || !best || !chosen || layOf(best) !== layOf(chosen);
  return differs && percentLost(decision) >= 1;
}

/**
 * What ends the turn if nothing is laid, where the review names it. Null where a turn ends with a
 * discard: there it is neither.
 */
export function waitingIn({ actions, better, chosen, best, options, reason }: Decision): 'draw' | 'pass' | null {
  if (reason && NOT_LAID.includes(reason.code)) return null;
  const turns = [actions, better, ...[chosen, best, ...(options ?? [])].map((option) => option?.actions)];
  const alone = turns.flatMap((turn) => (turn?.length === 1 ? turn : []));
  return (['draw', 'pass'] as const).find((each) => alone.includes(each)) ?? null;
}

/**
 * Judge a legal turn by the tiles that it lays. Good is what lays the tiles of the better play, what goes
 * out, and what the review found nearly as good as the best; what it did not compare is not known. What
 * was done is never good. Where the same tiles were laid in a worse way, the melds on the table decide.
 */
export function verdictOf(
  { reason, options, position, chosen, best }: Decision,
  placed: readonly string[],
  { out, melds }: { out: boolean; melds: readonly string[] },
): Verdict {
  if (out) return 'good';
  const mine = sorted(placed);
  if (reason?.code === 'other_table' && chosen && mine === layOf(chosen))
    return tableOf(melds) === tableOf(meldTexts(position?.after ?? '')) ? 'good' : 'unknown';
  if (chosen && mine === layOf(chosen)) return 'worse';
  if (reason && reason.code !== 'discard_wins' && mine === sorted(betterTiles(reason, best?.tiles))) return 'good';
  const same = options?.filter((option) => layOf(option) === mine) ?? [];
  if (!same.length) return reason?.code === 'out_missed' ? 'worse' : 'unknown'; // nothing is as good as to go out
  const most = Math.max(...options!.map(({ win }) => win[0]));
  const found = Math.max(...same.map(({ win }) => win[0]));
  const was = options!.find(({ actions }) => actions.join() === chosen?.actions.join())?.win[0] ?? 0;
  return found >= most - NEAR && found > was ? 'good' : 'worse';
}

const layOf = ({ tiles }: Option): string => sorted(split(tiles));

/** The melds of a table without their order. */
const tableOf = (melds: readonly string[]): string =>
  melds
    .map((meld) => sorted(split(meld)))
    .toSorted()
    .join('/');

/** The tiles that the better play lays: none where it was better to wait. */
const betterTiles = ({ code, tiles }: NonNullable<Decision['reason']>, best: string | undefined): string[] =>
  best === undefined ? (['draw', 'pass', 'hold'].includes(code) ? [] : split(tiles)) : split(best);
