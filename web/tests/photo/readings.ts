/** Readings as a reader of photos would return them, from notation. */

import type { Candidate, Point, Reading, ReadTile } from '../../src/photo/reading';

const WIDTH = 40;
const HEIGHT = 56;
const ROW = 120;

/** A tile whose upper left corner is here. */
const corners = (x: number, y: number): Point[] => [
  [x, y],
  [x + WIDTH, y],
  [x + WIDTH, y + HEIGHT],
  [x, y + HEIGHT],
];

/**
 * Read a word: a tile that was read for sure, or a doubtful one with its candidates and their hundredths:
 * `r12:60/r11:30`.
 */
function tile(word: string, at: Point): ReadTile {
  const parts = word.split('/');
  const candidates: Candidate[] = parts.map((part) => {
    const [face = '', hundredths] = part.split(':');
    return { face, probability: hundredths ? Number(hundredths) / 100 : 0.99 };
  });
  if (candidates.length === 1)
    candidates.push({ face: candidates[0]!.face === 'k1' ? 'b1' : 'k1', probability: 0.001 });
  return { corners: corners(...at), candidates, doubtful: candidates[0]!.probability < 0.8 };
}

/** Return a reading with a row for each part of the text, separated by `|`. A row that begins with `rack` is on the rack. */
export function reading(text: string): Reading {
  const parts = text.split('|').map((part) => part.trim());
  const tiles: ReadTile[] = [];
  const rows: number[][] = [];
  const rack: number[] = [];
  parts.forEach((part, r) => {
    const words = part.split(/\s+/);
    if (words[0] === 'rack') {
      words.shift();
      rack.push(r);
    }
    rows.push(words.map((_, i) => tiles.length + i));
    words.forEach((word, i) => tiles.push(tile(word, [40 + i * WIDTH, 40 + r * ROW])));
  });
  const width = 80 + WIDTH * Math.max(...rows.map((row) => row.length));
  return { width, height: 80 + ROW * rows.length, tiles, rows, rack, advice: null };
}
