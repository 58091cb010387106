/** The texts shown for each table in the lists on the home page. */

import type { SeatInfo, LobbyRoom } from '../../../net/types/http';
import { presetTitle } from '../../../net/catalogue.svelte';
import { list, t } from '../../../text/messages.svelte';
import { personName } from '../../../text/names';
import { levelName } from '../../../text/tiles';
import { knownEntry } from '../../picker/house';
import { mySeat, otherSeats, outcomeOf, taken } from './games';

/** Return a player's name, or the level of a computer player. */
export const seatName = (seat: SeatInfo): string =>
  seat.name ? personName(seat.name) : t('room.seat.computer', { level: levelName(seat.level) });

/** Return the names of the user's opponents, or of all players if the user does not play at this table. */
export function opponentsText(card: LobbyRoom): string {
  const seats = mySeat(card) === null ? taken(card) : otherSeats(card);
  return seats.length ? list(seats.map(seatName)) : t('room.seat.free');
}

/** Return the title of a table's ruleset. */
export const rulesTitle = ({ ruleset }: LobbyRoom): string => knownEntry(ruleset)?.title ?? presetTitle(ruleset);

/** Return the table's title, or its ruleset's title if it has none. */
export const tableTitle = (card: LobbyRoom): string => card.title || rulesTitle(card);

/** Return a sentence about how a finished match of the user ended. A lost match names only those who won it. */
export function outcomeText(card: LobbyRoom): string {
  const { how } = outcomeOf(card)!;
  const others = how === 'lost' ? card.leaders.map((seat) => card.seats[seat]!) : otherSeats(card);
  return others.length ? t(`home.${how}.against`, { names: list(others.map(seatName)) }) : t(`home.${how}`);
}
