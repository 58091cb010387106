/** The names of seats and persons. */

import type { SeatView } from '../net/types';
import { list, t } from './messages.svelte';
import { levelName } from './tiles';

/** The seats of a room and which of them is the viewer's. */
export interface Seating {
  seats: readonly SeatView[];
  /** The viewer's seat, or null. */
  me: number | null;
  /** The seats before what is told, where that is known. */
  before?: readonly SeatView[] | undefined;
}

/** The name of a person as it is shown; names that the server made up are translated. */
export const personName = (name: string): string =>
  name.replace(/^(Guest|Program)(?: (\d+))?$/, (_, kind: string, n = '') =>
    t(kind === 'Guest' ? 'seat.guest' : 'seat.program', { n }).trim(),
  );

/** The name of a seat as the other seats see it. */
export function nameOf(seating: Seating, seat: number | null): string {
  if (seat === null) return '';
  const place = seating.seats[seat];
  if (place?.name) return personName(place.name);
  if (place?.kind !== 'computer') return t('room.seat', { n: seat + 1 });
  return t('seat.bot', { n: numberOf(seating, seat), level: levelName(place.level) });
}

/** The number of a computer player among several: ` 2`; empty if there is only one. */
function numberOf(seating: Seating, seat: number): string {
  const alike = seating.seats.flatMap((each, i) => (each.kind === 'computer' && !each.name ? [i] : []));
  return alike.length > 1 ? ` ${alike.indexOf(seat) + 1}` : '';
}

/** A short name of a seat: `You`, or only the level of a computer player. */
export function shortName(seating: Seating, seat: number): string {
  if (seat === seating.me) return t('common.you');
  const place = seating.seats[seat];
  if (place?.name || place?.kind !== 'computer') return nameOf(seating, seat);
  return levelName(place.level) + numberOf(seating, seat);
}

/** The names of several seats in a sentence. */
export const namesOf = (seating: Seating, seats: readonly number[]): string =>
  list(seats.map((seat) => nameOf(seating, seat)));
