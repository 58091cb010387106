/** The players who share this device, which the browser stores. */

import { sameName, type Look } from './look';
import { store, stored } from '../../device/stored';

/** Another player at this device, in addition to the guest whose browser it is. */
export interface Person extends Look {
  readonly name: string;
}

const KEY = 'tilerummy.here';
const REMEMBERED = 12;

/** The stored players, the most recent first. */
export const remembered = (): readonly Person[] => stored<readonly Person[]>(KEY, []);

/** Store a player, instead of *before* if given. */
export function remember(person: Person, before?: Person): void {
  const others = remembered().filter(
    ({ name }) => !sameName(name, person.name) && !(before && sameName(name, before.name)),
  );
  store(KEY, [person, ...others].slice(0, REMEMBERED));
}

/** Return the stored player to seat next: the first whose name is not *taken*, if any. */
export const nextPerson = (taken: readonly string[]): Person | undefined =>
  remembered().find(({ name }) => !taken.some((other) => sameName(name, other)));
