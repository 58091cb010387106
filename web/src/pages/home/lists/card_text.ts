/** The texts shown for each table in the lists on the home page. */

import type { SeatInfo, LobbyRoom } from '../../../net/types/http';
import { presetTitle } from '../../../net/catalogue.svelte';
import { list, t } from '../../../text/messages.svelte';
import { personName } from '../../../text/names';
import { levelName } from '../../../text/tiles';
import { knownEntry } from '../../picker/house';
import { mySeat, otherSeats, taken } from './games';

/** Return the name of a seat's player, or the level of a computer player. */
export const seatName = (seat: SeatInfo): string =>
  seat.name ? personName(seat.name) : t('room.seat.computer', { level: levelName(seat.level) });

/** Return the names of the user's opponents, or of all players if the user does not play at this table. */
export function opponentsText(card: LobbyRoom): string {
  const seats = mySeat(card) === null ? taken(card) : otherSeats(card);
  return seats.length ? list(seats.map(seatName)) : t('room.seat.free');
}

/** Return the name of the rules at a table. */
export const rulesTitle = ({ ruleset }: LobbyRoom): string => knownEntry(ruleset)?.title ?? presetTitle(ruleset);

/** Return the table's title, or the name of the rules if the table has no title. */
export const tableTitle = (card: LobbyRoom): string => card.title || rulesTitle(card);
