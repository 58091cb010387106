/** Small sounds; how they are made is loaded with the first of them. */

import { afterPaint } from './after_paint';
import type { Sound } from './audio';
import { settings } from './settings.svelte';


/** Let one of the sounds be heard, if they are wanted. */
export function sound(which: Sound): void {
  if (settings.sound) afterPaint().then(() => import('./audio')).then(({ playSound }) => playSound(which), () => {});
}
