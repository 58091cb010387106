/** Typed input: words for the page are read here, everything else by the widget. */

const WORDS = ['done', 'draw', 'pass', 'check', 'hint', 'take', 'table', 'rack', 'last', 'clock'] as const;

export type Typed =
  { do: (typeof WORDS)[number] } | { do: 'discard'; tile: string } | { do: 'move'; text: string };

const TILES = /^(?:[krbogypw]\d{1,2}|\*)(?: (?:[krbogypw]\d{1,2}|\*))*$/;

/** Read a line; tiles alone are a new meld. */
export function typed(line: string): Typed {
  const text = line.trim().toLowerCase().replace(/\s+/g, ' ');
  const word = WORDS.find((each) => each === text);
  if (word) return { do: word };
  const discard = /^discard (\S+)$/.exec(text);
  if (discard && TILES.test(discard[1]!)) return { do: 'discard', tile: discard[1]! };
  return { do: 'move', text: TILES.test(text) ? `${text} > new` : text };
}
