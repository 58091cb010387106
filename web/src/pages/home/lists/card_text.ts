/** The texts shown for each table in the lists on the home page. */

import type { SeatInfo, LobbyRoom } from '../../../net/types/http';
import { list, t } from '../../../text/messages.svelte';
import { personName } from '../../../text/names';
import { levelName } from '../../../text/tiles';
import { knownEntry } from '../../picker/house';
import { mySeat, otherSeats, taken } from './games';

/** Return the name of the player in a seat, or the level of a computer player. */
export const seatName = (seat: SeatInfo): string =>
  seat.name ? personName(seat.name) : t('room.seat.computer', { level: levelName(seat.level) });

/** Return the names of the user's opponents, or of all players if the user does not play at this table. */
export function opponentsText(card: LobbyRoom): string {
  const seats = mySeat(card) === null ? taken(card) : otherSeats(card);
  return seats.length ? list(seats.map(seatName)) : t('room.seat.free');
}

/** Return the name of a table's rules. */
export const rulesTitle = ({ ruleset }: LobbyRoom): string => knownEntry(ruleset)?.title ?? ruleset.split('+')[0]!;

/** Return the table's title. A table without a title is called by the name of its rules. */
export const tableTitle = (card: LobbyRoom): string => card.title || rulesTitle(card);
