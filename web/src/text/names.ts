/** The names of seats and players. */

import type { SeatView } from '../net/types';
import { list, t } from './messages.svelte';
import { levelName } from './tiles';

/** The seats of a room, and the viewer's seat. */
export interface Seating {
  seats: readonly SeatView[];
  /** The viewer's seat, or null. */
  me: number | null;
  /** The seats as they were before the log entry, if known. */
  before?: readonly SeatView[] | undefined;
}

/** A player's display name; generated names are translated. */
export const personName = (name: string): string =>
  name.replace(/^(Guest|Program)(?: (\d+))?$/, (_, kind: string, n = '') =>
    t(kind === 'Guest' ? 'seat.guest' : 'seat.program', { n }).trim(),
  );

/** A seat's name as the other seats see it. */
export function nameOf(seating: Seating, seat: number | null): string {
  if (seat === null) return '';
  const place = seating.seats[seat];
  if (place?.name) return personName(place.name);
  if (place?.kind !== 'computer') return t('room.seat', { n: seat + 1 });
  return t('seat.bot', { n: numberOf(seating, seat), level: levelName(place.level) });
}

/** The number of a computer player among several, such as ` 2`. Empty if there is only one. */
function numberOf(seating: Seating, seat: number): string {
  const alike = seating.seats.flatMap((each, i) => (each.kind === 'computer' && !each.name ? [i] : []));
  return alike.length > 1 ? ` ${alike.indexOf(seat) + 1}` : '';
}

/** The short name of a seat: `You`, or the level of a computer player. */
export function shortName(seating: Seating, seat: number): string {
  if (seat === seating.me) return t('common.you');
  const place = seating.seats[seat];
  if (place?.name || place?.kind !== 'computer') return nameOf(seating, seat);
  return levelName(place.level) + numberOf(seating, seat);
}

/** The names of several seats in a sentence. */
export const namesOf = (seating: Seating, seats: readonly number[]): string =>
  list(seats.map((seat) => nameOf(seating, seat)));
