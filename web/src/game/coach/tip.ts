/** The teacher's tip for a turn, which is based on the server's hint. */

import { readTiles, readings, type TileSet } from '../../rules';

export type Tip =
  | 'rearrange'
  | 'opens'
  | 'opens_joker'
  | 'draw_opens'
  | 'draw_none'
  | 'play'
  | 'joker'
  | 'out'
  | 'draw'
  | 'pass'
  | 'begin'
  | 'discard';

const TIPS: Readonly<Record<string, Tip>> = {
  opens: 'opens',
  'draw.opens': 'draw_opens',
  play: 'play',
  more: 'play',
  out: 'out',
  declare: 'out',
  go_out: 'out',
  draw: 'draw',
  pass: 'pass',
  'pass.more': 'pass',
  begin: 'begin',
  take: 'begin',
  discard: 'discard',
  'discard.some': 'discard',
};

/** Return the tip for the hint with the given code, or null if there is none. */
export const tipOf = (code: string): Tip | null => TIPS[code] ?? null;

/** Return whether any three tiles on the rack form a meld. */
export function holdsMeld(rack: readonly string[], set: TileSet): boolean {
  const tiles = readTiles(rack.join(' '), set);
  return tiles.some((a, i) =>
    tiles.slice(i + 1).some((b, j) => tiles.slice(i + j + 2).some((c) => readings([a, b, c], set).length > 0)),
  );
}

/** The number of tools that the teacher explains, one in each of the first turns. */
export const TOOLS = 4;
