/** The tables in the lists on the home page. */

import type { SeatInfo, LobbyRoom } from '../../../net/types/http';

export const isOver = (card: LobbyRoom): boolean => card.phase === 'over';

/**
 * The match to continue: preferably one where it is the user's turn, then the one last left, then
 * the most recent.
 */
export function inProgress(mine: readonly LobbyRoom[], left: string | null): LobbyRoom | null {
  const going = mine.filter((card) => !isOver(card));
  return (
    going.find((card) => card.your_turn) ??
    going.find((card) => card.room === left) ??
    going.reduce<LobbyRoom | null>(
      (latest, card) => (latest && latest.ago_ms <= card.ago_ms ? latest : card),
      null,
    )
  );
}

/** The user's seat, even if they resigned from it. */
export const mySeat = ({ seat, gave_up }: LobbyRoom): number | null => seat ?? gave_up;

/** The occupied seats of the other players. */
export const otherSeats = (card: LobbyRoom): SeatInfo[] =>
  card.seats.filter(({ kind }, i) => i !== mySeat(card) && kind !== 'open');

/** The occupied seats. */
export const taken = (card: LobbyRoom): SeatInfo[] => card.seats.filter(({ kind }) => kind !== 'open');

/** How a finished match ended for the user. */
export interface Outcome {
  readonly how: 'won' | 'lost' | 'drawn' | 'stopped' | 'gave_up';
  /** The user's points in a match with one round. Null for a draw and for matches of several rounds. */
  readonly points: number | null;
  /** The rounds won by each player, the user first, in a match of several rounds: `2 : 1`. */
  readonly wins: readonly number[];
}

/** The result of a finished match, or null if the user merely watched. */
export function outcomeOf(card: LobbyRoom): Outcome | null {
  const me = mySeat(card);
  if (!isOver(card) || me === null) return null;
  const { totals, leaders, wins, ending } = card;
  const equal = leaders.length !== 1 && new Set(totals).size <= 1;
  const score = equal ? null : (totals[me] ?? null);
  const rounds = wins.reduce((sum, n) => sum + n, 0);
  return {
    how:
      card.seat === null
        ? 'gave_up'
        : equal
          ? ending
            ? 'stopped'
            : 'drawn'
          : leaders.includes(me)
            ? 'won'
            : 'lost',
    points: rounds > 1 ? null : score,
    wins: rounds > 1 ? [wins[me] ?? 0, ...wins.filter((_, i) => i !== me)] : [],
  };
}

/** The size of the user's rack, and the smallest rack of another player. */
export function tilesLeft(card: LobbyRoom): { mine: number; seat: number; other: number } | null {
  const { tiles } = card;
  const seat = mySeat(card);
  if (seat === null || tiles.length !== card.seats.length) return null;
  const rest = tiles.map((n, i) => ({ seat: i, other: n })).filter((each) => each.seat !== seat);
  const shortest = rest.sort((a, b) => a.other - b.other)[0];
  return shortest ? { mine: tiles[seat]!, ...shortest } : null;
}
