/** The texts of an evening. */

import { currentLanguage, t } from '../text/messages.svelte';
import type { Evening } from './evening';

/** Return the title of an evening. By default, it is the day: “Friday evening”. */
export function titleOf({ title, began }: Pick<Evening, 'title' | 'began'>): string {
  if (title) return title;
  const day = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long' }).format(began);
  return t('evening.day', { day });
}

/** Return the length of an evening: “5 rounds · to 200 points”. */
export function lengthOf({ rounds, target }: Pick<Evening, 'rounds' | 'target'>): string {
  const parts = [
    ...(rounds === null ? [] : [t('evening.rounds', { n: rounds })]),
    ...(target === null ? [] : [t('evening.target', { n: target })]),
  ];
  return parts.join(' · ') || t('evening.endless');
}
