/** Helps players to choose a name and an avatar. */

import { storeText, storedText } from '../../device/stored';
import { COLOURS, PEOPLE, avatarOf, type Colour, type PersonFace } from './avatar';

/** A face and a colour that a player can choose, using the names from the messages. */
export interface Look {
  face: PersonFace;
  colour: Colour;
}

/** Return a player's current face and colour. */
export function shownFace(who: { name: string; face: string; colour: string }): Look {
  const { face, disc } = avatarOf(who);
  return { face: face as PersonFace, colour: COLOURS[disc % COLOURS.length]! };
}

/** Return the given face or, if another player has it, the next free one. */
export function freeFace(look: Look, taken: readonly string[]): Look {
  const first = PEOPLE.indexOf(look.face);
  const order = [...PEOPLE.slice(first), ...PEOPLE.slice(0, first)];
  return { ...look, face: order.find((face) => !taken.includes(face)) ?? look.face };
}

/** Return whether two names are equal when ignoring case, accents and spaces. The server's check is stricter. */
export const sameName = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase();

const REFUSED = 'tilerummy.unnamed';

/** Record that the player declined to enter a name, so that this window does not ask for it again. */
export const refuseName = (): void => void storeText(REFUSED, '1', 'session');

/** Return whether the player declined to enter a name in this window. */
export const hasRefusedName = (): boolean => storedText(REFUSED, 'session') !== null;

/**
 * Return the names and faces that a newcomer to a table must avoid. A computer player's name is left out, because the
 * computer player gives it up if a newcomer takes it.
 */
export const othersAt = (
  seats: readonly { kind: string; name: string; face: string }[],
  own: number | null = null,
): { name: string; face: string }[] =>
  seats.flatMap(({ kind, name, face }, i) => (i === own ? [] : [{ name: kind === 'person' ? name : '', face }]));
