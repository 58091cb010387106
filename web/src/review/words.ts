/** What a review says, in words. */

import { currentLanguage } from '../text/messages/index.svelte';
import { rvCoded } from '../text/messages/review.svelte';
import { tilesShort } from '../text/tiles';
import type { Decision } from './types';

/** A chance as people read it: `64 %`. */
export const percentText = (win: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 0 }).format(win);

/** A change of a chance, with its sign. */
export const changeText = (win: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(win);

/** Why something was better, in a sentence that names the tiles. */
export const reasonText = ({ reason }: Decision): string =>
  reason ? rvCoded(`review.reason.${reason.code}`, { tiles: tilesShort(reason.tiles.split(/\s+/).filter(Boolean)) }) : '';
