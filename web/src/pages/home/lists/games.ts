/** The tables listed on the home page. */

import type { SeatInfo, LobbyRoom } from '../../../net/types/http';

export const isOver = (card: LobbyRoom): boolean => card.phase === 'over';

/** Return the match that the user finished last, or null. */
export const lastOver = (mine: readonly LobbyRoom[]): LobbyRoom | null =>
  mine.filter((card) => outcomeOf(card)).toSorted((a, b) => a.ago_ms - b.ago_ms)[0] ?? null;

/** Return the user's table for the rematch of a match, or undefined if the user has not joined one. */
export const joinedRematch = (card: LobbyRoom, mine: readonly LobbyRoom[]): LobbyRoom | undefined =>
  mine.find(({ room }) => room === card.next_room);

/** Return whether another player has requested a rematch that the user has not joined. */
export const isAsked = (card: LobbyRoom, mine: readonly LobbyRoom[]): boolean =>
  Boolean(card.next_room) && !joinedRematch(card, mine);

/** Return the players of the previous match who have not yet joined the rematch table. */
export function awaited(card: LobbyRoom, mine: readonly LobbyRoom[]): SeatInfo[] {
  const last = card.phase === 'waiting' ? mine.find(({ next_room }) => next_room === card.room) : undefined;
  const here = new Set(otherSeats(card).map(({ name }) => name));
  return last ? otherSeats(last).filter(({ kind, name }) => kind === 'person' && !here.has(name)) : [];
}

/**
 * Return the unfinished match that the home page offers to continue. If possible, this is a match that is waiting for
 * the user's move, otherwise the one that the user left last, otherwise the most recent one.
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

/** Return the user's seat, even if the user has given it up. */
export const mySeat = ({ seat, gave_up }: LobbyRoom): number | null => seat ?? gave_up;

/** Return the occupied seats other than the user's. */
export const otherSeats = (card: LobbyRoom): SeatInfo[] =>
  card.seats.filter(({ kind }, i) => i !== mySeat(card) && kind !== 'open');

/** Return the occupied seats of a table, including the user's. */
export const taken = (card: LobbyRoom): SeatInfo[] => card.seats.filter(({ kind }) => kind !== 'open');

/** The outcome of a finished match from the user's point of view. */
export interface Outcome {
  readonly how: 'won' | 'lost' | 'drawn' | 'stopped' | 'gave_up';
  /** The user's points in a match of one round. Null if the round was a draw or there were several rounds. */
  readonly points: number | null;
  /** The number of rounds that each player won in a match of several rounds. The user comes first. */
  readonly wins: readonly number[];
}

/** The endings of a match that no one wins. */
const STOPPED: readonly unknown[] = ['agreed', 'abandoned'];

/** Return the outcome of a match, or null if the match is unfinished or the user did not play in it. */
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
        : STOPPED.includes(ending) || (equal && ending)
          ? 'stopped'
          : equal
            ? 'drawn'
            : leaders.includes(me)
              ? 'won'
              : 'lost',
    points: rounds > 1 ? null : score,
    wins: rounds > 1 ? [wins[me] ?? 0, ...wins.filter((_, i) => i !== me)] : [],
  };
}

/** Return the number of tiles on the user's rack, and the other seat with the fewest tiles. */
export function tilesLeft(card: LobbyRoom): { mine: number; seat: number; other: number } | null {
  const { tiles } = card;
  const seat = mySeat(card);
  if (seat === null || tiles.length !== card.seats.length) return null;
  const rest = tiles.map((n, i) => ({ seat: i, other: n })).filter((each) => each.seat !== seat);
  const shortest = rest.sort((a, b) => a.other - b.other)[0];
  return shortest ? { mine: tiles[seat]!, ...shortest } : null;
}
