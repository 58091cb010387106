/** Finds out whether the game is new to the user. */

import { api } from '../net/api';
import { isKnown } from '../net/identity';
import { wasAsked } from './coached';
import { progressOf } from './progress';

/**
 * Return whether the user has never played here, except at *here* tables that are open now, nor finished the basic
 * course, nor been offered an introduction.
 */
export async function isNewcomer(here = 0): Promise<boolean> {
  const { done, of } = progressOf('basic');
  return !wasAsked() && done < of && !(isKnown() && (await api.rooms()).mine.length > here);
}
