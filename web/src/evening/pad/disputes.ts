/** A dispute is with the referee from when an evening is left for the studio until its pad is shown again. */

import { storedText, storeText } from '../../device/stored';

const KEY = 'tilerummy.evening.dispute';

/** Leave an evening for the referee. */
export const leave = (evening: string): void => void storeText(KEY, evening, 'session');

/** Return whether an evening's players come back from the referee. They come back once. */
export function isBack(evening: string): boolean {
  if (storedText(KEY, 'session') !== evening) return false;
  storeText(KEY, null, 'session');
  return true;
}
