/** Describes tiles as text, such as `red 5` or `joker for blue 7`. Labels use the same words as visible text. */

import { coded, list, t } from './messages.svelte';

/** Describe a tile that is given in notation. A joker is described with the tile it represents. */
export function tileWord(text: string): string {
  if (text === '*') return t('tile.joker');
  if (text.startsWith('?')) return t('tile.hidden');
  if (text.startsWith('*')) {
    const rest = text.slice(1);
    return t('tile.joker.as', { tile: /^\d/.test(rest) ? rest : tileWord(rest) });
  }
  const colour = coded(`colour.${text[0] ?? ''}`, '');
  return colour ? t('tile.numbered', { colour, number: text.slice(1) }) : text;
}

/**
 * Return the label of the button that discards a tile to end the turn. *declares* is true if this also declares a
 * closed hand.
 */
export function discardWords(text: string, declares: boolean): string {
  const discard = t('act.discard', { tile: tileWord(text) });
  return declares ? t('common.label', { label: t('act.declare'), text: discard }) : discard;
}

/** Describe several tiles, formatted as a list in a sentence. */
export const tilesShort = (tiles: readonly string[]): string => list(tiles.map(tileWord));

/** Describe one or more melds. */
export const meldWords = (melds: readonly string[]): string =>
  melds.map((meld) => tilesShort(meld.split(' '))).join('; ');

/** Return the display name of a computer player's level. */
export const levelName = (level: string): string => coded(`level.${level}`, level);
