/** Stores the height of the home page's hero, so that nothing jumps when the game to continue is loaded. */

import { storeText, storedText } from '../../../device/stored';

const HEIGHT = 'tilerummy.hero';

/** Return the height in pixels that the hero last had in a window of this width, or null if it is unknown. */
export function heroHeight(width: number): number | null {
  const [at, height] = (storedText(HEIGHT) ?? '').split(' ').map(Number);
  return at === width && height ? height : null;
}

/** Store the height of the hero in a window of this width. */
export const keepHeroHeight = (width: number, height: number): void =>
  void storeText(HEIGHT, `${width} ${Math.round(height)}`);
