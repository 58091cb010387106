/** Writes tiles as text, such as `red 5` or `joker for blue 7`. Visible text and labels use the same words. */

import { coded, list, t } from './messages.svelte';

/** The text for a tile, or for a joker in a meld, given in notation. */
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

/** The text for several tiles in a sentence. */
/** The label of the button that discards a tile to end the turn, with or without declaring a closed hand. */
export function discardWords(text: string, declares: boolean): string {
  const discard = t('act.discard', { tile: tileWord(text) });
  return declares ? `${t('act.declare')}: ${discard}` : discard;
}

export const tilesShort = (tiles: readonly string[]): string => list(tiles.map(tileWord));

/** The text for one or more melds. */
export const meldWords = (melds: readonly string[]): string =>
  melds.map((meld) => tilesShort(meld.split(' '))).join('; ');

/** The name of a computer player's level. */
export const levelName = (level: string): string => coded(`level.${level}`, level);
