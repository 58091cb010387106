/** Describes the findings of a review as text. */

import { coded, currentLanguage } from '../text/messages.svelte';
import { split } from '../rules';
import { tilesShort } from '../text/tiles';
import type { Decision } from '../net/types/review';

/** Format a winning chance, such as `64 %`. */
export const percentText = (win: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 0 }).format(win);

/**
 * Format a number of wins with two decimals. There can be more than one win per round, because the same chance can be
 * missed several times.
 */
export const winsText = (wins: number, { signed = false } = {}): string =>
  new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: signed ? 'exceptZero' : 'auto',
  })
    .format(wins)
    .replace('-', '\u2212');

/** Return the reason why another play was better, including the tiles concerned. */
export const reasonText = ({ reason }: Decision): string =>
  reason ? coded(`review.reason.${reason.code}`, '', { tiles: tilesShort(split(reason.tiles)) }) : '';
