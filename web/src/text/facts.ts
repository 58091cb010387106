/** Describes the errors in a draft as text. */

import { meldText, tileText, type Fact } from '../rules';
import { t } from './messages.svelte';
import { jokerText } from './reasons';
import { meldWords, tilesShort } from './tiles';

export function factText(fact: Fact): string {
  switch (fact.code) {
    case 'invalid_meld':
      return t(`draft_error.invalid_meld.${fact.flaw}`);
    case 'initial_meld_too_low':
      return t('draft_error.initial_meld_too_low', { have: fact.points, want: fact.wanted });
    case 'joker_locked':
    case 'joker_not_replaced':
    case 'joker_changed':
      return jokerText(fact.code, meldWords([meldText(fact.was)]), fact.replacing);
    case 'table_tile_missing':
      return t('draft_error.table_tile_missing', { tiles: tilesShort(fact.tiles.map(tileText)) });
  }
}
