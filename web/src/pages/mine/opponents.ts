/** Seats and tiles on the cards of a player’s own games. */

import type { GameSummary, SeatInfo } from '../../net/types/http';

/** Return the seats of the other players in a finished game. */
export const opponentsOf = (game: GameSummary): SeatInfo[] =>
  game.seats.filter((_, seat) => seat !== game.seat).map(seatOf);

/** Convert a seat in a finished game to a table seat. */
export const seatOf = ({ kind, name = '', level = '', face = '', colour = '' }: GameSummary['seats'][number]) =>
  ({ kind, name, level, face, colour }) as SeatInfo;

/** The maximum number of tiles of the last play that are shown. */
const MOST = 12;

/**
 * Return the melds that fit on a card, in order. The first one is always included, and more follow as long as
 * there are at most twelve tiles.
 */
export function fitting(melds: readonly (readonly string[])[]): (readonly string[])[] {
  let room = MOST;
  return melds.filter((meld, i) => {
    const fits = i === 0 || meld.length <= room;
    if (fits) room -= meld.length;
    return fits;
  });
}
