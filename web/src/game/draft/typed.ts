/** Parses typed input. Commands are parsed here, and moves by the table widget. */

const WORDS = ['done', 'draw', 'pass', 'check', 'hint', 'take', 'table', 'rack', 'last', 'clock'] as const;

/** Requests to read tiles aloud in order. */
const ORDERED = /^(rack|table) by (colour|number)$/;

export type Order = 'colour' | 'number';
export type Typed =
  | { do: (typeof WORDS)[number] }
  | { do: 'read'; what: 'rack' | 'table'; by: Order }
  | { do: 'discard'; tile: string }
  | { do: 'move'; text: string };

const TILES = /^(?:[krbogypw]\d{1,2}|\*)(?: (?:[krbogypw]\d{1,2}|\*))*$/;

/** Parse a typed line. A line that contains only tiles is a new meld. */
export function typed(line: string): Typed {
  const text = line.trim().toLowerCase().replace(/\s+/g, ' ');
  const word = WORDS.find((each) => each === text);
  if (word) return { do: word };
  const ordered = ORDERED.exec(text);
  if (ordered) return { do: 'read', what: ordered[1] as 'rack' | 'table', by: ordered[2] as Order };
  const discard = /^discard (\S+)$/.exec(text);
  if (discard && TILES.test(discard[1]!)) return { do: 'discard', tile: discard[1]! };
  return { do: 'move', text: TILES.test(text) ? `${text} > new` : text };
}

/** Sort things by their tiles, given in notation: by colour and then number, or the reverse. Jokers are last. */
export function sortedBy<T>(things: readonly T[], by: Order, tileOf: (thing: T) => string): T[] {
  const rank = (thing: T): number => {
    const [, colour, number] = /^\*?([a-z])?(\d+)?$/.exec(tileOf(thing)) ?? [];
    if (!colour) return Infinity;
    const [c, n] = ['krbogypw'.indexOf(colour), Number(number)];
    return by === 'colour' ? c * 100 + n : n * 100 + c;
  };
  return [...things].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}
