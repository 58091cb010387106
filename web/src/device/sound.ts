/** Plays sounds and vibrates. The code that does both is loaded for the first sound. */

import { afterPaint } from './after_paint';
import type { Sound } from './audio';
import { settings } from './settings.svelte';

/** Play a sound, unless the user has turned sounds off. If the user caused it (*own*), the device vibrates as well. */
export function sound(which: Sound, own = true): void {
  if (settings.sound || settings.haptics)
    afterPaint()
      .then(() => import('./audio'))
      .then(
        ({ playSound, vibrate }) => {
          playSound(which);
          if (own) vibrate(which);
        },
        () => {},
      );
}
