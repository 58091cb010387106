/** Selects the decisions to practise, and judges the user's alternative. */

import type { Decision, Option } from '../net/types/review';
import { meldTexts, split } from '../rules';

export type Verdict = 'good' | 'worse' | 'unknown';

const sorted = (tiles: readonly string[]): string => tiles.toSorted().join(' ');

/** An option counts as equally good if its chance is at most this much below the best. */
const NEAR = 0.035;

/** Reasons that are about taking or discarding a tile. Such decisions cannot be tried again by laying tiles. */
const NOT_LAID: readonly string[] = ['discard', 'discard_wins', 'take', 'not_take'];

/** The chance of winning that a decision lost, in percent, rounded as it is shown. */
export const percentLost = ({ error }: Decision): number => Math.round(100 * (error?.win[0] ?? 0));

/** True if a decision is suitable to try again: the better play differs visibly in value. */
export function isExercise(decision: Decision): boolean {
  const { position, reason, chosen, best } = decision;
  if (!position || !reason || NOT_LAID.includes(reason.code)) return false;
  if (reason.code === 'out_missed') return true;
  const differs = reason.code === 'other_table' || !best || !chosen || layOf(best) !== layOf(chosen);
  return differs && percentLost(decision) >= 1;
}

/** How the turn ends if nothing is laid, according to the review. Null in games with discards. */
export function idleAction({ actions, better, chosen, best, options, reason }: Decision): 'draw' | 'pass' | null {
  if (reason && NOT_LAID.includes(reason.code)) return null;
  const turns = [actions, better, ...[chosen, best, ...(options ?? [])].map((option) => option?.actions)];
  const alone = turns.flatMap((turn) => (turn?.length === 1 ? turn : []));
  return (['draw', 'pass'] as const).find((each) => alone.includes(each)) ?? null;
}

/**
 * Judge a legal turn by the tiles it lays. It is good if it lays the tiles of the better play, goes
 * out, or is an option that the review rated close to the best. It is unknown if the review did not
 * compare it. The play that was made in the game is never good; if it laid the same tiles in a
 * worse way, the melds decide.
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
  if (!same.length) return reason?.code === 'out_missed' ? 'worse' : 'unknown'; // nothing is as good as going out
  const most = Math.max(...options!.map(({ win }) => win[0]));
  const found = Math.max(...same.map(({ win }) => win[0]));
  const was = options!.find(({ actions }) => actions.join() === chosen?.actions.join())?.win[0] ?? 0;
  return found >= most - NEAR && found > was ? 'good' : 'worse';
}

const layOf = ({ tiles }: Option): string => sorted(split(tiles));

/** A table's melds in a canonical order. */
const tableOf = (melds: readonly string[]): string =>
  melds
    .map((meld) => sorted(split(meld)))
    .toSorted()
    .join('/');

/** The tiles that the better play lays. Empty if waiting was better. */
const betterTiles = ({ code, tiles }: NonNullable<Decision['reason']>, best: string | undefined): string[] =>
  best === undefined ? (['draw', 'pass', 'hold'].includes(code) ? [] : split(tiles)) : split(best);
