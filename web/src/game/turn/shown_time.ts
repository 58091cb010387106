/** Shows the time left in a turn and the time bank apart, because only the time bank gets smaller from turn to turn. */

import type { ClockView } from '../../net/types';
import { t } from '../../text/messages.svelte';
import { minutes, type Reading } from '../room/clock';

export interface ShownTime {
  /** The time left in the turn, or in the time bank if turns have no time of their own. */
  readonly time: string;
  /** The time bank that follows, or an empty string. */
  readonly reserve: string;
}

/** Return the time to show, or null if the game has no clock or turns last days. */
export function shownTime({ left, reserve }: Reading, { turn_ms, by_days }: ClockView): ShownTime | null {
  if (left === null || by_days) return null;
  return turn_ms === null
    ? { time: minutes(left + reserve), reserve: '' }
    : { time: minutes(left), reserve: reserve > 0 ? minutes(reserve) : '' };
}

/** Return the time in a few digits, such as `0:45 +10:00`. */
export const shortTime = ({ time, reserve }: ShownTime): string => (reserve ? `${time} +${reserve}` : time);

/** Return the time as a text, such as `0:45 left · 10:00 in reserve`. */
export const longTime = ({ time, reserve }: ShownTime): string =>
  [t('pause.left', { time }), ...(reserve ? [t('pause.reserve', { time: reserve })] : [])].join(' · ');
