/** The memory of the computer players: how each one's last game against the player at this device ended. */

import type { RoomView } from '../../net/types';
import { store, stored } from '../../device/stored';
import { NAMES } from './temper';

const KEY = 'tilerummy.met';

/** A greeting: to a newcomer, to the winner of the last game, or to a player who lost it to the speaker. */
export type Greeting = 'hello' | 'beaten' | 'beat';
type Met = Readonly<Record<string, Greeting>>;

/**
 * Return the greeting of a computer player, or null for a player who has been greeted, but has not finished a game
 * that one of the two won.
 */
export function greetingOf(name: string): Greeting | null {
  const met: Met = stored(KEY, {});
  const last = met[name];
  if (!last && NAMES.includes(name)) store(KEY, { ...met, [name]: 'hello' });
  if (!last) return 'hello';
  return last === 'beaten' || last === 'beat' ? last : null;
}

/** After a game, record for each computer player whether it or the player at seat *me* has won. */
export function remember({ phase, seats, leaders }: RoomView, me: number): void {
  if (phase !== 'over' || leaders.length !== 1) return;
  const [winner] = leaders;
  const met: Record<string, Greeting> = { ...stored<Met>(KEY, {}) };
  seats.forEach(({ kind, name }, seat) => {
    if (kind !== 'computer' || !NAMES.includes(name)) return;
    if (winner === me) met[name] = 'beaten';
    else if (winner === seat) met[name] = 'beat';
  });
  store(KEY, met);
}
