/** The temperaments of computer players. Each stays the same for an entire match, and is unique at the table. */

import type { SeatView } from '../../net/types';

export const TEMPERS = ['dry', 'cheerful', 'careful', 'boastful'] as const;
export type Temper = (typeof TEMPERS)[number];

/** The names of the characters, in the server's order. Neighbours have different temperaments. */
export const NAMES: readonly string[] = 'Tom Ana Lea Max Nina Leo Mona Ben Sara Noa Eva'.split(' ');

/** Return the temperament of the computer player at each seat. Only a fifth computer player shares one. */
export function tempersOf(seats: readonly Pick<SeatView, 'kind' | 'name'>[]): Map<number, Temper> {
  const found = new Map<number, Temper>();
  seats.forEach(({ kind, name }, seat) => {
    if (kind !== 'computer') return;
    const own = Math.max(0, NAMES.indexOf(name));
    const order = TEMPERS.map((_, i) => TEMPERS[(own + i) % TEMPERS.length]!);
    const taken = [...found.values()];
    found.set(seat, order.find((temper) => !taken.includes(temper)) ?? order[0]!);
  });
  return found;
}
