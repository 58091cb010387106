/** Tiles in words: `red 5`, `joker for blue 7`; the same in visible text and in labels. */

import { coded, list, t } from './messages.svelte';

/** A tile or a joker in a meld, given in notation. */
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

/** Several tiles in a sentence. */
/** What the button says that ends a turn with a discard, and declares a closed hand with it or not. */
export function discardWords(text: string, declares: boolean): string {
  const discard = t('act.discard', { tile: tileWord(text) });
  return declares ? `${t('act.declare')}: ${discard}` : discard;
}

export const tilesShort = (tiles: readonly string[]): string => list(tiles.map(tileWord));

/** A meld or several, in words. */
export const meldWords = (melds: readonly string[]): string =>
  melds.map((meld) => tilesShort(meld.split(' '))).join('; ');

/** What a level of computer players is called. */
export const levelName = (level: string): string => coded(`level.${level}`, level);
