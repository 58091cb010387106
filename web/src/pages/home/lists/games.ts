/** The tables in the lists of the front page, and what is said of them. */

import type { CardSeat, RoomCard } from '../../../net/types/http';

export const isOver = (card: RoomCard): boolean => card.phase === 'over';

/** The match to go on with: one where it is the viewer's turn, the one that was left, or the latest. */
export function inProgress(mine: readonly RoomCard[], left: string | null): RoomCard | null {
  const going = mine.filter((card) => !isOver(card));
  return (
    going.find((card) => card.your_turn) ??
    going.find((card) => card.room === left) ??
    going.reduce<RoomCard | null>((latest, card) => (latest && latest.ago_ms <= card.ago_ms ? latest : card), null)
  );
}

/** The seat that is mine, or was until I gave it up. */
export const mySeat = ({ seat, gave_up }: RoomCard): number | null => seat ?? gave_up;

/** The seats of the others. */
export const others = (card: RoomCard): CardSeat[] =>
  card.seats.filter(({ kind }, i) => i !== mySeat(card) && kind !== 'open');

/** The seats that are taken. */
export const taken = (card: RoomCard): CardSeat[] => card.seats.filter(({ kind }) => kind !== 'open');

/** How a match that is over ended for the viewer. */
export interface Outcome {
  readonly how: 'won' | 'lost' | 'drawn' | 'stopped' | 'gave_up';
  /** The viewer's points where one round was played that somebody won. */
  readonly points: number | null;
  /** The rounds that each won, the viewer first, where there were several: `2 : 1`. */
  readonly wins: readonly number[];
}

/** The outcome of a match that is over; null where the viewer only watched. */
export function outcomeOf(card: RoomCard): Outcome | null {
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

/** The rack of the viewer, and the shortest one of the others. */
export function tilesLeft(card: RoomCard): { mine: number; seat: number; other: number } | null {
  const { tiles } = card;
  const seat = mySeat(card);
  if (seat === null || tiles.length !== card.seats.length) return null;
  const rest = tiles.map((n, i) => ({ seat: i, other: n })).filter((each) => each.seat !== seat);
  const shortest = rest.sort((a, b) => a.other - b.other)[0];
  return shortest ? { mine: tiles[seat]!, ...shortest } : null;
}
