/** Parses typed input. Commands are parsed here, and moves by the table widget. */

const WORDS = ['done', 'draw', 'pass', 'check', 'hint', 'take', 'table', 'rack', 'last', 'clock'] as const;

export type Typed =
  { do: (typeof WORDS)[number] } | { do: 'discard'; tile: string } | { do: 'move'; text: string };

const TILES = /^(?:[krbogypw]\d{1,2}|\*)(?: (?:[krbogypw]\d{1,2}|\*))*$/;

/** Parse a typed line. A line that contains only tiles is a new meld. */
export function typed(line: string): Typed {
  const text = line.trim().toLowerCase().replace(/\s+/g, ' ');
  const word = WORDS.find((each) => each === text);
  if (word) return { do: word };
  const discard = /^discard (\S+)$/.exec(text);
  if (discard && TILES.test(discard[1]!)) return { do: 'discard', tile: discard[1]! };
  return { do: 'move', text: TILES.test(text) ? `${text} > new` : text };
}
