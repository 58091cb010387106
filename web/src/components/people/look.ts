/** The face that somebody chooses. */

import { storeText, storedText } from '../../device/stored';
import { COLOURS, PEOPLE, avatarOf, type Colour, type PersonFace } from './avatar';

/** A face that a person can have, by its names on the wire. */
export interface Look {
  face: PersonFace;
  colour: Colour;
}

/** The face of a person in names of the wire, ready to be changed. */
export function shownFace(who: { name: string; face: string; colour: string }): Look {
  const { face, disc } = avatarOf(who);
  return { face: face as PersonFace, colour: COLOURS[disc % COLOURS.length]! };
}

/** That face, or the next one that nobody has. */
export function freeFace(look: Look, taken: readonly string[]): Look {
  const first = PEOPLE.indexOf(look.face);
  const order = [...PEOPLE.slice(first), ...PEOPLE.slice(0, first)];
  return { ...look, face: order.find((face) => !taken.includes(face)) ?? look.face };
}

/** Whether two names are the same but for case, accents and spaces; the server compares more closely. */
export const sameName = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase();

const REFUSED = 'tilerummy.unnamed';

/** Stay a guest without a name: it is not asked for again in this window. */
export const refuseName = (): void => void storeText(REFUSED, '1', 'session');

/** Whether somebody wanted to stay a guest without a name. */
export const hasRefusedName = (): boolean => storedText(REFUSED, 'session') !== null;

/** The others at a table, as a newcomer must differ from them: computers give up their names. */
export const othersAt = (
  seats: readonly { kind: string; name: string; face: string }[],
  own: number | null = null,
): { name: string; face: string }[] =>
  seats.flatMap(({ kind, name, face }, i) => (i === own ? [] : [{ name: kind === 'person' ? name : '', face }]));
