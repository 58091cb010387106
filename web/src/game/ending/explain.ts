/** The facts that explain how a round ended: the winners, the points they score, and the cost of a joker. */

import type { GameView, ResultView, RoomView } from '../../net/types';
import type { Room } from '../room/room.svelte';

/**
 * The scoring used by a family of rulesets. With `sum`, the winner scores the tiles left on the other racks. With
 * `low`, players score the tiles left on their racks, and the lowest score wins. With `kind`, the points depend on how
 * the round was won.
 */
export type Family = 'sum' | 'low' | 'kind';

export function familyOf(ruleset: string): Family {
  const preset = ruleset.split('+')[0];
  return preset === 'mcgraw' ? 'low' : preset === 'international' ? 'kind' : 'sum';
}

/**
 * Return the winners of the match if it is finished, otherwise the winner of the round. The list is empty if there is
 * no winner.
 */
export function winnersOf(view: RoomView, result: ResultView | null): number[] {
  if (view.phase === 'over' || view.phase === 'closed') {
    const equal = new Set(view.totals).size <= 1;
    return equal && view.leaders.length > 1 ? [] : view.leaders;
  }
  return result && result.winner !== null ? [result.winner] : [];
}

/** The number of turns per player after which a match counts as played, even if a player gives up. */
const SOON = 4;

/** True if a player gave up within the first turns of a match, so that there is no win to celebrate. */
export const gaveUpSoon = (
  { view, game }: { view: Pick<RoomView, 'results'> | null; game: Pick<GameView, 'turn'> | null },
  result: ResultView | null,
): boolean =>
  result?.ending === 'resigned' && view?.results.length === 1 && (game?.turn ?? 0) < SOON * result.scores.length;

/** True if this seat's player is the viewer, or shares the viewer's device. */
export const isHere = ({ view, seat, me }: Pick<Room, 'view' | 'seat' | 'me'>, at: number): boolean =>
  at === me || (me !== seat && view?.seats[at]?.kind === 'person');

/**
 * Return the points that the other players lose, in seat order. With `sum` scoring, these points add up to the winner's
 * score.
 */
export function partsOf(result: ResultView): number[] {
  return result.scores.flatMap((score) => (score < 0 ? [-score] : []));
}

/** The tie-break for the lowest rack: the number of tiles or, if that is equal too, the order of turns. */
export type TieBreak = 'tiles' | 'turn';

/**
 * Return the tie-break for the lowest rack in a round with `sum` scoring that no one won by going out, or null if there
 * was no tie.
 */
export function tieBreakOf({ winner, scores, racks }: ResultView): TieBreak | null {
  if (winner === null) return null;
  // every other player loses the difference from the lowest rack
  const tied = racks.filter((_, seat) => seat !== winner && scores[seat] === 0);
  if (!tied.length) return null;
  return tied.every((rack) => rack.length > racks[winner]!.length) ? 'tiles' : 'turn';
}

/**
 * Return whether there is another player who could have a rematch with the player in seat *me*. With days for each
 * turn, an absent player can respond later.
 */
export const hasCompany = ({ seats, terms }: RoomView, me: number | null): boolean =>
  seats.some(
    ({ kind, connected }, i) =>
      i !== me && (kind === 'computer' || connected || (kind === 'person' && terms.by_days)),
  );

/**
 * Return the scores that determine the ranking: the totals after a match of several rounds, otherwise the scores of the
 * round.
 */
export function standingOf(view: RoomView, result: ResultView | null): readonly number[] {
  const over = view.phase === 'over' || view.phase === 'closed';
  return over && view.results.length > 1 ? view.totals : (result?.scores ?? []);
}

/** Return the seats sorted by score, best first. Seats with equal scores stay in seat order. */
export function ranked(scores: readonly number[], family: Family): number[] {
  const sign = family === 'low' ? 1 : -1;
  return scores.map((_, i) => i).sort((a, b) => sign * (scores[a]! - scores[b]!));
}

/** Return the number on a tile, or null for a joker. */
const numberOn = (tile: string): number | null => (tile.startsWith('*') ? null : Number(tile.slice(1)));

/** Return the number of numbered tiles and the number of jokers left on a rack. */
export function leftOn(rack: readonly string[]): { tiles: number; jokers: number } {
  const jokers = rack.filter((tile) => numberOn(tile) === null).length;
  return { tiles: rack.length - jokers, jokers };
}

/**
 * Return the penalty points for each joker left on a rack, or null if they cannot be inferred. Every tile on the rack
 * must have contributed to *loss*.
 */
export function jokerCost(rack: readonly string[], loss: number): number | null {
  const { jokers } = leftOn(rack);
  const rest = loss - rack.reduce((sum, tile) => sum + (numberOn(tile) ?? 0), 0);
  return jokers > 0 && rest > 0 && rest % jokers === 0 ? rest / jokers : null;
}

/** The points for any win are a multiple of this number. Any remainder is the trump bonus, which no player pays. */
const BONUSES = 100;

/** The components of the winner's score in the International ruleset. */
export interface KindOfWin {
  /** The points for the win itself, without the trump bonus. */
  readonly worth: number;
  /** True if the winner's last discard was a joker, which doubles the points. */
  readonly doubled: boolean;
  /** True if no other player had opened. An open win then counts double. */
  readonly alone: boolean;
  /** The points that each player who had not opened pays. */
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
