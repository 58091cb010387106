/** Selects the decisions that the user can practise, and judges the plays that the user tries instead. */

import type { Decision, Option } from '../net/types/review';
import { meldTexts, split } from '../rules';

export type Verdict = 'good' | 'worse' | 'unknown';

const sorted = (tiles: readonly string[]): string => tiles.toSorted().join(' ');

/** An option counts as good if its winning chance is at most this far below the best one. */
const NEAR = 0.035;

/** Codes of reasons that concern taking or discarding a tile. Such decisions cannot be practised by laying tiles. */
const NOT_LAID: readonly string[] = ['discard', 'discard_wins', 'take', 'not_take'];

/** Return the loss in winning chance that a decision caused, rounded to a whole number of percent. */
export const percentLost = ({ error }: Decision): number => Math.round(100 * (error?.win[0] ?? 0));

/** True if a decision can be practised because the better play lays other tiles or melds, and is visibly better. */
export function isExercise(decision: Decision): boolean {
  const { position, reason, chosen, best } = decision;
  if (!position || !reason || NOT_LAID.includes(reason.code)) return false;
  if (reason.code === 'out_missed') return true;
  const differs = reason.code === 'other_table' || !best || !chosen || layOf(best) !== layOf(chosen);
  return differs && percentLost(decision) >= 1;
}

/** Return the action that ends the turn if no tiles are laid, according to the review. Null in games with discards. */
export function idleAction({ actions, better, chosen, best, options, reason }: Decision): 'draw' | 'pass' | null {
  if (reason && NOT_LAID.includes(reason.code)) return null;
  const turns = [actions, better, ...[chosen, best, ...(options ?? [])].map((option) => option?.actions)];
  const alone = turns.flatMap((turn) => (turn?.length === 1 ? turn : []));
  return (['draw', 'pass'] as const).find((each) => alone.includes(each)) ?? null;
}

/**
 * Judge the legal play that the user tries instead, by the tiles that it lays. It is good if it goes out, lays the
 * tiles of the better play, or is an option that the review rated almost as high as the best one. It is unknown if the
 * review did not evaluate it. Repeating the play from the game is never good. If the better play differs from that play
 * only in its melds, the melds are compared instead.
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

/** Return the melds of a table in canonical order. */
const tableOf = (melds: readonly string[]): string =>
  melds
    .map((meld) => sorted(split(meld)))
    .toSorted()
    .join('/');

/** Return the tiles that the better play lays. The list is empty if laying nothing was better. */
const betterTiles = ({ code, tiles }: NonNullable<Decision['reason']>, best: string | undefined): string[] =>
  best === undefined ? (['draw', 'pass', 'hold'].includes(code) ? [] : split(tiles)) : split(best);
