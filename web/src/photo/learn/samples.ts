/** Takes from a confirmed photo what can be learnt. */
import { JOKER, tileText } from '../../rules';
import { NUMBERS } from '../reader/layer';
import { allTiles, type Found, type Seen } from '../position';
import type { Lesson } from '../reading';
import type { Photo } from './stored';
import type { Sample } from './refit';

const COLOURS = 'krbo';
const ALIKE = new Set([5, 8]); // 6 and 9

/** The outputs wanted for a tile. */
function wanted({ tile }: Seen): Pick<Sample, 'number' | 'colour'> | null {
  if (tile === null) return null;
  if (tile === JOKER) return { number: NUMBERS - 1, colour: -1 };
  const text = tileText(tile);
  const number = Number(text.slice(1)) - 1;
  const colour = COLOURS.indexOf(text[0]!);
  return number < NUMBERS - 1 && colour >= 0 ? { number, colour } : null;
}

/** Return whether 6 was read instead of 9 or the reverse: then the features belong to the tile upside down. */
function isTurned(seen: Seen, number: number): boolean {
  const read = seen.options[0]?.tile ?? null;
  const other = read === null ? null : wanted({ ...seen, tile: read });
  return other !== null && other.number !== number && ALIKE.has(number) && ALIKE.has(other.number);
}

/** Return the tiles of a photo that the user has confirmed, except those that are still marked as doubtful. */
export function photoOf(found: Found, { features }: Pick<Lesson, 'features'>): Photo {
  const used = allTiles(found).flatMap((seen): Sample[] => {
    const own = features[seen.id];
    const goal = wanted(seen);
    if (!own || !goal || (seen.doubtful && !seen.checked) || isTurned(seen, goal.number)) return [];
    return [{ ...goal, scale: own.scale, features: own.bytes }];
  });
  return { id: features.length ? hashOfAll(features) : 0, samples: used };
}

const hashOfAll = (features: Lesson['features']): number =>
  features.reduce((hash, { bytes }) => bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, hash), 7) >>>
  0;
