/** Explains the tiles beside the table by the rules of the game. */

import type { TermsView } from '../../net/types';
import { coded, t } from '../../text/messages.svelte';

/** Return one or two sentences about the purpose of a zone. */
export function zoneText(zone: string, options: TermsView['options']): string {
  // only rulesets with kinds of wins, as in International, have this option
  const kinds = 'trump_bonus' in options;
  const text = coded(`zone.${zone}.text${kinds ? '.wins' : ''}`, '') || coded(`zone.${zone}.text`, '');
  return zone === 'trump' && options.trump_bonus ? `${text} ${t('zone.trump.text.bonus')}` : text;
}
