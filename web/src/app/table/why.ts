/** Refusals in words. */

import type { Why } from '../../wire';
import type { Fact } from '../../rules';
import { meldText, tileText } from '../../rules';
import { coded, speakPages, t } from '../i18n/index.svelte';
import { meldWords, tilesShort } from './speech';

/** One reason of a refusal. */
export function whyText(why: Why): string {
  const params = {
    tiles: tilesShort(why.tiles ?? []),
    melds: meldWords(why.melds ?? []),
    have: why.have ?? 0,
    want: why.want ?? 0,
  };
  const text = coded('why', why.code, params, why.message ?? why.code);
  return text.replace(/:\s*$/, '.');
}

/** All reasons of a refusal, when their words are there. */
export async function whyAll(reasons: readonly Why[] = []): Promise<string> {
  await speakPages().catch(() => {});
  return reasons.map(whyText).join(' ');
}

/** One of the facts told while a turn is being built. */
export function factText(fact: Fact): string {
  switch (fact.code) {
    case 'invalid_meld':
      return t(`fact.invalid_meld.${fact.flaw}`);
    case 'initial_meld_too_low':
      return t('fact.initial_meld_too_low', { have: fact.points, want: fact.wanted });
    case 'joker_locked':
      return t('fact.joker_locked', { meld: meldWords([meldText(fact.was)]) });
    case 'table_tile_missing':
      return t('fact.table_tile_missing', { tiles: tilesShort(fact.tiles.map(tileText)) });
  }
}
