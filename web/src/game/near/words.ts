/** Describes how near a closed hand is, and which of its tiles are missing. */

import type { NearHandView } from '../../net/types';
import { coded, list, number, t } from '../../text/messages.svelte';
import { ruleText } from '../../text/rule_text';
import { tileWord } from '../../text/tiles';

/** If at most this many different tiles are missing, each is listed with its number of unseen copies. */
const NAMED = 3;

/** Return a closed hand's name. Number 0 stands for a rack with all tiles in melds, in games without closed hands. */
export const nearName = (hand: NearHandView): string =>
  hand.number ? coded(`rule.hand.${hand.number}`, hand.name) : t('near.out');

/** Return the rule of a closed hand, followed by an announcement of the tiles, which are an example. */
export const nearRule = ({ what = [] }: NearHandView): string =>
  [...what.map(ruleText), t('near.example')].join(' ');

/** Return the text of the button: how many tiles are missing, and for what. */
export function nearShort({ number: type, missing, points }: NearHandView): string {
  const n = missing.length;
  return type ? t('near.pill', { n, points: number(points) }) : t('near.pill.out', { n });
}

/** Return the text of the button for the closed hand that the viewer aims for. */
export const nearTarget = (hand: NearHandView): string =>
  t('near.pill.target', { hand: nearName(hand), n: hand.missing.length });

/** Return the closed hands with the one that the viewer aims for, by its number, in front. */
export const aimed = (hands: readonly NearHandView[], aim: number): readonly NearHandView[] => [
  ...hands.filter((hand) => hand.number === aim),
  ...hands.filter((hand) => hand.number !== aim),
];

/** Return a line about the tiles that can still be drawn. */
export function nearLine({ missing, copies, examples, trump, discard }: NearHandView): string {
  if (!missing.length) return t('near.complete');
  const kinds = [...new Set(missing)];
  const unseen =
    kinds.length <= NAMED
      ? t('near.unseen', {
          tiles: list(kinds.map((tile, i) => t('near.copies', { n: copies[i] ?? 0, tile: tileWord(tile) }))),
        })
      : t('near.unseen.all', { n: copies.reduce((sum, each) => sum + each, 0) });
  return [
    examples ? t('near.examples') : unseen,
    ...(discard ? [t('near.discard')] : []),
    ...(trump ? [t('near.trump')] : []),
  ].join(' ');
}

/** A tile of a hand, and whether it is missing. */
export interface NearTile {
  readonly tile: string;
  readonly missing: boolean;
}

/** Split a hand into its melds. If only some copies of a tile are missing, they are the last ones. */
export function nearMelds({ melds, missing }: NearHandView): NearTile[][] {
  const left = new Map<string, number>();
  for (const tile of missing) left.set(tile, (left.get(tile) ?? 0) + 1);
  const marked = melds.map((meld) => meld.split(' ').map((tile) => ({ tile, missing: false })));
  for (const each of marked.flat().reverse()) {
    const kind = each.tile[0] === '*' ? '*' : each.tile;
    const n = left.get(kind) ?? 0;
    each.missing = n > 0;
    left.set(kind, n - 1);
  }
  return marked;
}
