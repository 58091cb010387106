/** The facts behind a round's result: winners, sum, the cost of a joker. */

import type { GameView, ResultView, RoomView } from '../../net/types';

/**
 * The scoring of a family of rulesets: `sum`, the winner scores the tiles left on the other racks; `low`,
 * tiles left count against their owner and the fewest points win; `kind`, the kind of win sets the price.
 */
export type Family = 'sum' | 'low' | 'kind';

export function familyOf(ruleset: string): Family {
  const preset = ruleset.split('+')[0];
  return preset === 'mcgraw' ? 'low' : preset === 'international' ? 'kind' : 'sum';
}

/** The winners of a finished match, or otherwise of the round; empty if all are equal. */
export function winnersOf(view: RoomView, result: ResultView | null): number[] {
  if (view.phase === 'over' || view.phase === 'closed') {
    const equal = new Set(view.totals).size <= 1;
    return equal && view.leaders.length > 1 ? [] : view.leaders;
  }
  return result && result.winner !== null ? [result.winner] : [];
}

/** The addends of the winner's sum, by seat; empty for other kinds of scoring. */
export function partsOf(result: ResultView): number[] {
  return result.scores.flatMap((score) => (score < 0 ? [-score] : []));
}

/** The relevant scores: the totals after a match of several rounds, otherwise the round's scores. */
export function standingOf(view: RoomView, result: ResultView | null): readonly number[] {
  const over = view.phase === 'over' || view.phase === 'closed';
  return over && view.results.length > 1 ? view.totals : (result?.scores ?? []);
}

/** The seats, best first; equal ones stay in their order. */
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

/** The cost of one joker on a rack that counted in full, or null if unknown. */
export function jokerCost(rack: readonly string[], loss: number): number | null {
  const { jokers } = leftOn(rack);
  const rest = loss - rack.reduce((sum, tile) => sum + (numberOn(tile) ?? 0), 0);
  return jokers > 0 && rest > 0 && rest % jokers === 0 ? rest / jokers : null;
}

/** Every win scores a multiple of these points; the remainder is the trump bonus, which no one pays. */
const BONUSES = 100;

/** International: the parts of a win's score. */
export interface KindOfWin {
  /** The points for the win, without the trump bonus. */
  readonly worth: number;
  /** The last discard was a joker. */
  readonly doubled: boolean;
  /** No one else had opened, so an open win counts double. */
  readonly alone: boolean;
  /** The payment of a player who had not opened. */
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
