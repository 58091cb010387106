/** Describes the steps of a play, for hints and for the best play in a position. */

import type { StepView } from '../net/types';
import { coded, currentLanguage, list, t } from './messages.svelte';
import { tileWord, tilesShort } from './tiles';

type Role = '' | '.to' | '.from';

/** Return a sentence that describes one step. */
export function stepText(step: StepView): string {
  const { tiles = [], taken = [], source = [], target = [] } = step;
  const params = {
    tiles: tilesShort(tiles),
    taken: tilesShort(taken),
    faces: tilesShort(tiles.map((tile) => tile.replace(/^\*/, ''))),
    whole: pileText(source, ''),
    from: pileText(step.code === 'replace' ? target : source, '.from'),
    to: pileText(target, '.to'),
    ...cut(step),
  };
  const text = t(`step.${form(step)}`, params);
  return text.charAt(0).toLocaleUpperCase(currentLanguage()) + text.slice(1);
}

type Form = 'lay.run' | 'lay.group' | 'add' | 'take' | 'split' | 'apart' | 'join' | 'move' | 'replace' | 'turn';

function form({ code, tiles = [], off }: StepView): Form {
  if (code === 'lay') return isRow(tiles) ? 'lay.run' : 'lay.group';
  if (code === 'split') return off === 'front' || off === 'end' ? 'split' : 'apart';
  return code as Exclude<Form, 'lay.run' | 'lay.group' | 'apart'>;
}

/** Return the tiles to the left and to the right of the point where a run is cut. */
function cut({ tiles = [], source = [], off }: StepView): { left: string; right: string } {
  const first = off === 'front' ? tiles.length : source.length - tiles.length;
  const [left, right] = source.slice(first - 1, first + 1).map(member);
  return { left: left ?? '', right: right ?? '' };
}

/** Describe a pile in everyday words, such as `the blue run 2–4` or `to the group of 5s (black, red)`. */
export function pileText(pile: readonly string[], role: Role): string {
  const colours = list(pile.map((tile) => (isJoker(tile) ? t('tile.joker') : colourOf(tile))));
  const number = String(numberOf(pile[0] ?? ''));
  if (pile.length > 2 && isRow(pile) && follows(pile)) {
    return t(`pile.run${role}`, { colour: colourOf(pile[0]!), row: row(pile) });
  }
  if (pile.length > 2 && pile.every((tile) => numberOf(tile) === numberOf(pile[0]!))) {
    return t(`pile.group${role}`, { number, colours });
  }
  return t(`pile.tiles${role}`, { n: pile.length, tiles: tilesShort(pile) });
}

const row = (pile: readonly string[]): string =>
  pile.some(isJoker) ? pile.map(member).join('–') : `${numberOf(pile[0]!)}–${numberOf(pile.at(-1)!)}`;

const follows = (pile: readonly string[]): boolean =>
  pile.every((tile, i) => i === 0 || numberOf(tile) === numberOf(pile[i - 1]!) + 1 || numberOf(tile) === 1);

const isJoker = (tile: string): boolean => tile.startsWith('*');
const letterOf = (tile: string): string => /^\*?([a-z])/.exec(tile)?.[1] ?? '';
const numberOf = (tile: string): number => Number(/\d+$/.exec(tile)?.[0] ?? 0);
const colourOf = (tile: string): string => coded(`colour.${letterOf(tile)}`, '');
const member = (tile: string): string => (isJoker(tile) ? tileWord('*') : String(numberOf(tile)));

/** Return whether all tiles have the same colour, including tiles that jokers represent. */
const isRow = (tiles: readonly string[]): boolean =>
  tiles.every((tile) => letterOf(tile) !== '' && letterOf(tile) === letterOf(tiles[0]!));
