/** The people who share this device, which the browser remembers. */

import { sameName, type Look } from './look';
import { store, stored } from '../../device/stored';

/** A player at this device, besides the guest whose browser it is. */
export interface Person extends Look {
  readonly name: string;
}

const KEY = 'tilerummy.here';
const REMEMBERED = 12;

/** The remembered people, the most recent first. */
export const remembered = (): readonly Person[] => stored<readonly Person[]>(KEY, []);

/** Remember a person in place of *before*. */
export function remember(person: Person, before?: Person): void {
  const others = remembered().filter(
    ({ name }) => !sameName(name, person.name) && !(before && sameName(name, before.name)),
  );
  store(KEY, [person, ...others].slice(0, REMEMBERED));
}

/** Return the remembered person to seat next, if there is one whose name is not *taken*. */
export const nextPerson = (taken: readonly string[]): Person | undefined =>
  remembered().find(({ name }) => !taken.some((other) => sameName(name, other)));
