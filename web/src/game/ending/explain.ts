/** The facts that explain a round's result: the winners, the sum of points, and the cost of a joker. */

import type { GameView, ResultView, RoomView } from '../../net/types';

/**
 * How a family of rulesets scores. With `sum`, the winner scores the tiles left on the other racks.
 * With `low`, tiles left count against their owner, and the fewest points win. With `kind`, the
 * kind of win determines the points.
 */
export type Family = 'sum' | 'low' | 'kind';

export function familyOf(ruleset: string): Family {
  const preset = ruleset.split('+')[0];
  return preset === 'mcgraw' ? 'low' : preset === 'international' ? 'kind' : 'sum';
}

/** The winners of the match if it is finished, otherwise of the round. Empty if everyone has the same score. */
export function winnersOf(view: RoomView, result: ResultView | null): number[] {
  if (view.phase === 'over' || view.phase === 'closed') {
    const equal = new Set(view.totals).size <= 1;
    return equal && view.leaders.length > 1 ? [] : view.leaders;
  }
  return result && result.winner !== null ? [result.winner] : [];
}

/** The points that add up to the winner's score, by seat. Empty for other kinds of scoring. */
export function partsOf(result: ResultView): number[] {
  return result.scores.flatMap((score) => (score < 0 ? [-score] : []));
}

/** The scores that decide: the totals after a match of several rounds, otherwise those of the round. */
export function standingOf(view: RoomView, result: ResultView | null): readonly number[] {
  const over = view.phase === 'over' || view.phase === 'closed';
  return over && view.results.length > 1 ? view.totals : (result?.scores ?? []);
}

/** The seats, best first. Seats with equal scores stay in seat order. */
export function ranked(scores: readonly number[], family: Family): number[] {
  const sign = family === 'low' ? 1 : -1;
  return scores.map((_, i) => i).sort((a, b) => sign * (scores[a]! - scores[b]!));
}

/** The number on a tile, or null for a joker. */
const numberOn = (tile: string): number | null => (tile.startsWith('*') ? null : Number(tile.slice(1)));

/** The numbers of tiles and jokers left on a rack. */
export function leftOn(rack: readonly string[]): { tiles: number; jokers: number } {
  const jokers = rack.filter((tile) => numberOn(tile) === null).length;
  return { tiles: rack.length - jokers, jokers };
}

/**
 * The points that one joker cost on a rack, or null if they cannot be inferred. This needs a rack
 * whose tiles all counted.
 */
export function jokerCost(rack: readonly string[], loss: number): number | null {
  const { jokers } = leftOn(rack);
  const rest = loss - rack.reduce((sum, tile) => sum + (numberOn(tile) ?? 0), 0);
  return jokers > 0 && rest > 0 && rest % jokers === 0 ? rest / jokers : null;
}

/** Every win scores a multiple of these points. Any remainder is the trump bonus, which no one pays. */
const BONUSES = 100;

/** The components of the score for a win in International. */
export interface KindOfWin {
  /** The points for the win, without the trump bonus. */
  readonly worth: number;
  /** True if the last discard was a joker. */
  readonly doubled: boolean;
  /** True if no one else had opened, so that an open win counts double. */
  readonly alone: boolean;
  /** The points paid by a player who had not opened. */
  readonly unopened: number;
}

export function kindOfWin(result: ResultView, game: GameView | null): KindOfWin | null {
  const { winner } = result;
  if (winner === null || !result.win) return null;
  const hands = game?.hands ?? [];
  const doubled = hands[winner]?.discards.at(-1) === '*';
  const others = hands.filter((_, i) => i !== winner);
  const alone = result.win === 'open' && others.length > 0 && others.every(({ opened }) => !opened);
  const won = result.scores[winner] ?? 0;
  const worth = won - (won % BONUSES);
  return { doubled, alone, worth, unopened: result.win === 'closed' ? worth : doubled ? 200 : 100 };
}
