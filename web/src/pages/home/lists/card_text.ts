/** What a table is called in the lists of the front page. */

import type { CardSeat, RoomCard } from '../../../net/types/http';
import { list, t } from '../../../text/messages.svelte';
import { personName } from '../../../text/names';
import { levelName } from '../../../text/tiles';
import { knownEntry } from '../../picker/house';
import { mySeat, others, taken } from './games';

/** Whoever has a seat, by name or by level. */
export const seatName = (seat: CardSeat): string =>
  seat.name ? personName(seat.name) : t('room.seat.computer', { level: levelName(seat.level) });

/** Who else plays there; who sits there at a table of others. */
export function whoPlays(card: RoomCard): string {
  const seats = mySeat(card) === null ? taken(card) : others(card);
  return seats.length ? list(seats.map(seatName)) : t('room.seat.free');
}

/** The name of the table or of its rules. */
export const called = (card: RoomCard): string =>
  card.title || (knownEntry(card.ruleset)?.title ?? card.ruleset.split('+')[0]!);
