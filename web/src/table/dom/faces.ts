/** The DOM of one tile: its numeral and the shape of its colour, or the star of a joker. */

import { COLOURS, HIDDEN, JOKER, colourOf, numberOf, type Tile } from '../../rules';

/** The shape of each colour, about the origin of a box of 20 by 20. */
const SHAPES: Readonly<Record<string, string>> = {
  k: 'M0-7.2A7.2 7.2 0 1 1 0 7.2A7.2 7.2 0 1 1 0-7.2z',
  r: 'M0-9.4L7.4 0L0 9.4L-7.4 0z',
  b: 'M-6.8-6.8H6.8V6.8H-6.8z',
  o: 'M0-8L8.8 7H-8.8z',
  g: 'M-2.7-8H2.7V-2.7H8V2.7H2.7V8H-2.7V2.7H-8V-2.7H-2.7z',
  y: 'M4.5-8.2A8.6 8.6 0 1 0 4.5 8.2A9.6 9.6 0 0 1 4.5-8.2z',
  p: 'M8.4 0L4.2 7.3H-4.2L-8.4 0L-4.2-7.3H4.2z',
  w: 'M0-8A8 8 0 1 1 0 8A8 8 0 1 1 0-8zM0-4.4A4.4 4.4 0 1 0 0 4.4A4.4 4.4 0 1 0 0-4.4z',
};

const STAR =
  'M0-9.6L2.9-3.3L9.3-2.9L4.4 1.6L5.9 8.6L0 4.9L-5.9 8.6L-4.4 1.6L-9.3-2.9L-2.9-3.3z';

const SVG = 'http://www.w3.org/2000/svg';

function shape(path: string, name: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '-10 -10 20 20');
  svg.setAttribute('class', name);
  svg.setAttribute('aria-hidden', 'true');
  const d = document.createElementNS(SVG, 'path');
  d.setAttribute('d', path);
  svg.append(d);
  return svg;
}

const LOCK = 'M-7-1h2v-3.5a5 5 0 0 1 10 0V-1h2V9H-7zM-2.4-1h4.8v-3.5a2.4 2.4 0 0 0-4.8 0z';

/** A small lock. */
export const lock = (): SVGSVGElement => shape(LOCK, 'tt-lock');

const numeral = (text: string): HTMLSpanElement => {
  const span = document.createElement('span');
  span.className = 'tt-n';
  span.textContent = text;
  return span;
};

/** What a tile shows: its colour's letter for the style sheet, and its inner nodes. */
export function faceNodes(tile: Tile, face: Tile | 'group' | null, number: number | null): Node[] {
  if (tile === HIDDEN) return [];
  if (tile !== JOKER) {
    return [numeral(String(numberOf(tile))), shape(SHAPES[letterOf(tile)]!, 'tt-s')];
  }
  const nodes: Node[] = [shape(STAR, 'tt-star')];
  if (typeof face === 'number') {
    nodes.push(as(face, numeral(String(numberOf(face))), shape(SHAPES[letterOf(face)]!, 'tt-s')));
  } else if (face === 'group' && number !== null) {
    nodes.push(as(null, numeral(String(number))));
  }
  return nodes;
}

function as(face: Tile | null, ...nodes: Node[]): HTMLSpanElement {
  const span = document.createElement('span');
  span.className = 'tt-as';
  if (face !== null) span.dataset.c = letterOf(face);
  span.append(...nodes);
  return span;
}

/** The letter of a tile's colour; `j` for a joker and `x` for a tile face down. */
export function letterOf(tile: Tile): string {
  if (tile === JOKER) return 'j';
  return tile === HIDDEN ? 'x' : COLOURS[colourOf(tile)]!;
}
