/** Builds the DOM for a tile: its number and the shape for its colour, or the face of a joker. See style/tile.css. */

import { COLOURS, HIDDEN, JOKER, colourOf, numberOf, type Tile } from '../../rules';

/** Return the content of a tile. The style sheet draws the rest, based on the letter for the tile's colour. */
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

/** Return the small face shown on a joker: the number and shape of the tile in a run, or only the number in a group. */
function as(face: Tile | null, ...nodes: Node[]): HTMLElement {
  const made = node('span');
  made.className = 'tile-as';
  if (face !== null) made.dataset.c = letterOf(face);
  made.append(...nodes);
  return made;
}

/** Return the letter for a tile's colour, `j` for a joker, or `x` for a face-down tile. */
export function letterOf(tile: Tile): string {
  if (tile === JOKER) return 'j';
  return tile === HIDDEN ? 'x' : COLOURS[colourOf(tile)]!;
}
