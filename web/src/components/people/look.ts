/** Choosing a name and an avatar. */

import { storeText, storedText } from '../../device/stored';
import { COLOURS, PEOPLE, avatarOf, type Colour, type PersonFace } from './avatar';

/** A face and colour that a player can choose, by their names on the wire. */
export interface Look {
  face: PersonFace;
  colour: Colour;
}

/** A player's current face and colour, to start editing from. */
export function shownFace(who: { name: string; face: string; colour: string }): Look {
  const { face, disc } = avatarOf(who);
  return { face: face as PersonFace, colour: COLOURS[disc % COLOURS.length]! };
}

/** That face, or the next free one. */
export function freeFace(look: Look, taken: readonly string[]): Look {
  const first = PEOPLE.indexOf(look.face);
  const order = [...PEOPLE.slice(first), ...PEOPLE.slice(0, first)];
  return { ...look, face: order.find((face) => !taken.includes(face)) ?? look.face };
}

/** True if two names differ only in case, accents and spaces; the server's check is stricter. */
export const sameName = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase();

const REFUSED = 'tilerummy.unnamed';

/** Stay a guest without a name; this window does not ask again. */
export const refuseName = (): void => void storeText(REFUSED, '1', 'session');

/** True if the player chose to stay unnamed in this window. */
export const hasRefusedName = (): boolean => storedText(REFUSED, 'session') !== null;

/** The names and faces that a newcomer to a table must avoid. Computers do not count: they give up their names. */
export const othersAt = (
  seats: readonly { kind: string; name: string; face: string }[],
  own: number | null = null,
): { name: string; face: string }[] =>
  seats.flatMap(({ kind, name, face }, i) => (i === own ? [] : [{ name: kind === 'person' ? name : '', face }]));
