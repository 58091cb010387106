/** Plays sounds. The code that synthesizes them is loaded for the first sound. */

import { afterPaint } from './after_paint';
import type { Sound } from './audio';
import { settings } from './settings.svelte';

/** Play a sound, unless the user has turned sounds off. */
export function sound(which: Sound): void {
  if (settings.sound)
    afterPaint()
      .then(() => import('./audio'))
      .then(
        ({ playSound }) => playSound(which),
        () => {},
      );
}
