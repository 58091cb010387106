/** What a review says, in words. */

import { coded, currentLanguage } from '../text/messages.svelte';
import { split } from '../rules';
import { tilesShort } from '../text/tiles';
import type { Decision } from '../net/types/review';

/** A chance as people read it: `64 %`. */
export const percentText = (win: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 0 }).format(win);

/** Rounds won, or a part of one; who misses the same again and again may lose more than one. */
export const winsText = (wins: number, { signed = false } = {}): string =>
  new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: signed ? 'exceptZero' : 'auto',
  })
    .format(wins)
    .replace('-', '\u2212');

/** Why something was better, in a sentence that names the tiles. */
export const reasonText = ({ reason }: Decision): string =>
  reason ? coded(`review.reason.${reason.code}`, '', { tiles: tilesShort(split(reason.tiles)) }) : '';
