/** What the result of a round says about itself: who won, the sum, what a joker cost. */

import type { GameView, ResultView, RoomView } from '../../net/types';

/**
 * How a family of rulesets scores: `sum`, the winner gets what the others hold; `low`, what is left
 * counts against its owner and the fewest points win; `kind`, the kind of win has its price.
 */
export type Family = 'sum' | 'low' | 'kind';

export function familyOf(ruleset: string): Family {
  const preset = ruleset.split('+')[0];
  return preset === 'mcgraw' ? 'low' : preset === 'international' ? 'kind' : 'sum';
}

/** The winners of the match if it is over, else of the round; empty if all are equal. */
export function winnersOf(view: RoomView, result: ResultView | null): number[] {
  if (view.phase === 'over' || view.phase === 'closed') {
    const equal = new Set(view.totals).size <= 1;
    return equal && view.leaders.length > 1 ? [] : view.leaders;
  }
  return result && result.winner !== null ? [result.winner] : [];
}

/** What the others pay to the winner, where that is the sum; in the order of the seats. */
export function partsOf(result: ResultView): number[] {
  return result.scores.flatMap((score) => (score < 0 ? [-score] : []));
}

/** What counts now: the totals when a match of several rounds is over, else the scores of the round. */
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

/** What is left on a rack: how many tiles, how many jokers. */
export function leftOn(rack: readonly string[]): { tiles: number; jokers: number } {
  const jokers = rack.filter((tile) => numberOn(tile) === null).length;
  return { tiles: rack.length - jokers, jokers };
}

/** What one joker cost on a rack that counted in full, or null if that cannot be told. */
export function jokerCost(rack: readonly string[], loss: number): number | null {
  const { jokers } = leftOn(rack);
  const rest = loss - rack.reduce((sum, tile) => sum + (numberOn(tile) ?? 0), 0);
  return jokers > 0 && rest > 0 && rest % jokers === 0 ? rest / jokers : null;
}

/** Every win is worth a multiple of these points; what is over is the bonus for the trump, which nobody pays. */
const BONUSES = 100;

/** International: how a win came to its points. */
export interface KindOfWin {
  /** What the win was worth, without the bonus for the trump. */
  readonly worth: number;
  /** The last discard was a joker. */
  readonly doubled: boolean;
  /** Nobody else had opened, so that an open win counts twice. */
  readonly alone: boolean;
  /** What a player pays who had not opened. */
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
