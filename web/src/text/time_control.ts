/** Describes time controls in the current language. */

import type { TermsView } from '../net/types';
import { isTimed, type TimeControl } from '../rules/time_control';
import { t } from './messages.svelte';
import { limitText, turnText } from './terms';

/** Return the rules that follow the time per turn: the reserve, the credit and the overtime. */
export function overtimeText(terms: TermsView): string {
  if (!isTimed(terms)) return t('terms.clock.none.about');
  if (terms.by_days) return t('terms.clock.days.about');
  const parts = laterParts(terms);
  return parts.length ? parts.join(', ') : t('terms.clock.ends');
}

/** Return the parts of a time control that follow its first one. */
function laterParts({ turn_ms, reserve_ms, increment_ms, bronstein_ms, warns_only }: TimeControl): string[] {
  return [
    ...(turn_ms !== null && reserve_ms ? [t('terms.clock.reserve', { time: limitText(reserve_ms) })] : []),
    ...(increment_ms ? [t('terms.clock.increment', { time: limitText(increment_ms) })] : []),
    ...(bronstein_ms ? [t('terms.clock.bronstein', { time: limitText(bronstein_ms) })] : []),
    ...(warns_only ? [t('terms.clock.warns')] : []),
  ];
}

/** Return a time control as a sentence, such as `1 minute a turn, plus 10 minutes in reserve`. */
export const controlText = (control: TimeControl): string =>
  [turnText(control), ...(isTimed(control) ? laterParts(control) : [])].join(', ');
