/** The teacher's tip for a turn, which is based on the server's hint. */

import { readTiles, readings, type Meld, type Tile, type TileSet } from '../../rules';

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
  | 'late'
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
  'draw.late': 'late',
  pass: 'pass',
  'pass.more': 'pass',
  'pass.late': 'late',
  begin: 'begin',
  take: 'begin',
  discard: 'discard',
  'discard.some': 'discard',
  'aim.begin': 'begin',
  'aim.discard': 'discard',
};

/** Return the tip for the hint with the given code, or null without one. */
export const tipOf = (code: string): Tip | null => TIPS[code] ?? null;

/** Return the tip for a phase of a turn that ends with a discard, and otherwise *tip*. Winning is worth saying at once. */
export function tipIn(phase: string | undefined, tip: Tip): Tip {
  if (tip === 'out') return tip;
  if (phase === 'draw') return 'begin';
  return phase === 'meld' && NOTHING.includes(tip) ? 'discard' : tip;
}
const NOTHING: readonly Tip[] = ['draw', 'draw_opens', 'draw_none', 'pass', 'late'];

/** Return a meld of three of these tiles, or undefined without one. */
export const meldOfThree = (tiles: readonly Tile[], set: TileSet): Meld | undefined =>
  tiles
    .flatMap((a, i) => tiles.slice(i + 1).flatMap((b, j) => tiles.slice(i + j + 2).map((c) => [a, b, c])))
    .flatMap((three) => readings(three, set))[0];

/** Return whether any three tiles on the rack form a meld. */
export const holdsMeld = (rack: readonly string[], set: TileSet): boolean =>
  meldOfThree(readTiles(rack.join(' '), set), set) !== undefined;

/** The tools that the teacher explains besides the tips, each once. */
export const TOOLS = ['lay', 'sort', 'plan', 'bulb'] as const;
export type Tool = (typeof TOOLS)[number];
const LAYING: readonly Tip[] = ['opens', 'opens_joker', 'play', 'out'];

/**
 * Return the tool that is explained with a tip, or null. How to lay is added to the first tip about a play. The
 * other tools take the place of tips that have nothing new to say.
 */
export function toolFor(
  tip: Tip,
  { explained, repeats }: { explained: readonly Tool[]; repeats: boolean },
): Tool | null {
  // a rearrangement is enough to read
  if (tip === 'rearrange') return null;
  if (LAYING.includes(tip) && !explained.includes('lay')) return 'lay';
  return (repeats && TOOLS.find((tool) => tool !== 'lay' && !explained.includes(tool))) || null;
}
