/** Describes the game that a single click starts on the home page. */

import { levelIn, mostOpponents, presetTitle } from '../../../net/catalogue.svelte';
import { t } from '../../../text/messages.svelte';
import { levelName } from '../../../text/tiles';
import { knownEntry } from '../../picker/house';
import type { Choice } from '../../../device/choice';

/** Describe the game that the user has chosen, such as `Sabra · 2 computers · casual`. */
export function choiceText(choice: Choice): string {
  const n = Math.min(choice.opponents, mostOpponents(choice.preset));
  return [
    choice.name || (knownEntry(choice.preset)?.title ?? presetTitle(choice.preset)),
    t('home.with', { n }),
    levelName(levelIn(choice.level, choice.preset, n + 1)).toLocaleLowerCase(document.documentElement.lang),
  ].join(' · ');
}
