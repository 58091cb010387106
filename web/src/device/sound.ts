/** Plays sounds; the code that synthesizes them is loaded with the first one. */

import { afterPaint } from './after_paint';
import type { Sound } from './audio';
import { settings } from './settings.svelte';

/** Play a sound, if sounds are on. */
export function sound(which: Sound): void {
  if (settings.sound)
    afterPaint()
      .then(() => import('./audio'))
      .then(
        ({ playSound }) => playSound(which),
        () => {},
      );
}
