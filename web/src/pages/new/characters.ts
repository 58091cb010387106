/** The names and faces of the computer players at a new table. */

import type { CharacterView, LevelView } from '../../net/types/http';
import { sameName } from '../../components/people/look';

/**
 * Return the character that the server gives to each computer player, or undefined for the other seats. *levels*
 * contains the levels of the computer players by seat, and *people* are the human players.
 */
export function charactersOf(
  known: readonly LevelView[],
  levels: readonly string[],
  people: readonly { name: string; face: string }[],
): (CharacterView | undefined)[] {
  const taken = [...people];
  return levels.map((level) => {
    const all = known.find(({ name }) => name === level)?.characters ?? [];
    const free = all.filter(({ name }) => !taken.some((other) => sameName(name, other.name)));
    const found = free.find(({ face }) => !taken.some((other) => face === other.face)) ?? free[0];
    if (found) taken.push(found);
    return found;
  });
}
