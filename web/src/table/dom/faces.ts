/**
 * Builds the DOM of one tile: its number and the shape of its colour, or the face of a joker. See
 * style/tile.css.
 */

import { COLOURS, HIDDEN, JOKER, colourOf, numberOf, type Tile } from '../../rules';

/** The content of a tile. The style sheet draws everything else, depending on the colour letter. */
export function faceNodes(tile: Tile, face: Tile | 'group' | null, number: number | null): Node[] {
  if (tile === HIDDEN) return [];
  if (tile !== JOKER) return [node('b', String(numberOf(tile))), node('i')];
  if (typeof face === 'number') return [node('i'), as(face, node('b', String(numberOf(face))), node('i'))];
  return face === 'group' && number !== null ? [node('i'), as(null, node('b', String(number)))] : [node('i')];
}

function node(name: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** The face of a joker: number and shape in a run, only the number in a group. */
function as(face: Tile | null, ...nodes: Node[]): HTMLElement {
  const made = node('span');
  made.className = 'tile-as';
  if (face !== null) made.dataset.c = letterOf(face);
  made.append(...nodes);
  return made;
}

/** The letter of a tile's colour, `j` for a joker, or `x` for a face-down tile. */
export function letterOf(tile: Tile): string {
  if (tile === JOKER) return 'j';
  return tile === HIDDEN ? 'x' : COLOURS[colourOf(tile)]!;
}
