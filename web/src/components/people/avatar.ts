/** Determines players' avatars. An avatar consists of a face and a colour. */

const FACES = [
  'fox',
  'owl',
  'cat',
  'bear',
  'rabbit',
  'frog',
  'penguin',
  'panda',
  'hedgehog',
  'lion',
  'koala',
  'octopus',
  'robot',
] as const;
export type FaceName = (typeof FACES)[number];

/** The colours of the disc behind a face, as named in messages, in the order of `data-disc`. */
export const COLOURS = ['sky', 'sun', 'rose', 'leaf', 'blue', 'sand', 'mint', 'amber', 'lilac'] as const;
export type Colour = (typeof COLOURS)[number];
/**
 * The faces that a player can choose. The fox is reserved for the teacher, the robot for computer players without a face
 * of their own.
 */
export type PersonFace = Exclude<FaceName, 'fox' | 'robot'>;
export const PEOPLE = FACES.filter((face): face is PersonFace => face !== 'fox' && face !== 'robot');
const GREY = COLOURS.length;

/** The owner of an avatar: a seat or a guest. */
export interface Who {
  readonly name: string;
  readonly face?: string;
  readonly colour?: string;
  readonly kind?: string;
}

/** Return the avatar of a seat or guest. It is derived from the name unless a known face was chosen. */
export function avatarOf(who: Who): { readonly face: FaceName; readonly disc: number } {
  if (who.kind === 'teacher') return { face: 'fox', disc: 0 };
  const number = [...who.name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7);
  const disc = COLOURS.indexOf(who.colour as Colour);
  const known = PEOPLE.find((face) => face === who.face);
  if (!known && who.kind === 'computer' && !who.name) return { face: 'robot', disc: GREY };
  return {
    face: known ?? PEOPLE[number % PEOPLE.length]!,
    disc: disc < 0 ? number % COLOURS.length : disc,
  };
}
