/** Writes the findings of a review as text. */

import { coded, currentLanguage } from '../text/messages.svelte';
import { split } from '../rules';
import { tilesShort } from '../text/tiles';
import type { Decision } from '../net/types/review';

/** A chance as text, such as `64 %`. */
export const percentText = (win: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 0 }).format(win);

/**
 * A number of rounds won, with two decimals. A chance that is missed repeatedly may cost more than
 * one round.
 */
export const winsText = (wins: number, { signed = false } = {}): string =>
  new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: signed ? 'exceptZero' : 'auto',
  })
    .format(wins)
    .replace('-', '\u2212');

/** The reason why another play was better, with its tiles. */
export const reasonText = ({ reason }: Decision): string =>
  reason ? coded(`review.reason.${reason.code}`, '', { tiles: tilesShort(split(reason.tiles)) }) : '';
