/** Parses notation (see RULES, section 1). Accepts exactly the same texts as the Python parser. */

import { equal, inRange, readings, runNumbers, flawOf, type Group, type Meld, type Run } from './melds';
import { COLOURS, HIDDEN, JOKER, colourOf, numberOf, sorted, tileOf, type Tile, type TileSet } from './tiles';

/** The error codes, in ascending order of severity. */
export type NotationCode = 'bad_notation' | 'ambiguous_joker' | 'invalid_meld';

const RANK: Record<NotationCode, number> = { bad_notation: 0, ambiguous_joker: 1, invalid_meld: 2 };

/** A parse error. `start` and `end` delimit the error in the text, and `params` are parameters of its message. */
export class NotationError extends Error {
  constructor(
    readonly code: NotationCode,
    readonly start: number,
    readonly end: number,
    readonly params: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${code} ${start}:${end}`);
  }

  within(offset: number): NotationError {
    return new NotationError(this.code, this.start + offset, this.end + offset, this.params);
  }
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Split a text into lower-case words with their positions. */
export const tokens = (text: string): Token[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

const bad = (token: Token, why: string): NotationError =>
  new NotationError('bad_notation', token.start, token.end, { word: token.text, why });

function numbered(token: Token, word: string, set: TileSet): Tile {
  const match = /^([a-z])(\d{1,3})$/.exec(word);
  if (!match) throw bad(token, 'no_tile');
  const colour = COLOURS.indexOf(match[1]!);
  const number = Number(match[2]);
  if (colour < 0 || colour >= set.colours) throw bad(token, 'no_colour');
  if (number < 1 || number > set.numbers || match[2]!.startsWith('0')) throw bad(token, 'no_number');
  return tileOf(colour, number);
}

/** Parse tiles, and return them in text order. Throws NotationError. */
export function readTiles(text: string, set: TileSet): Tile[] {
  return tokens(text).map((token) => {
    if (token.text === '*') return JOKER;
    if (token.text === '?') return HIDDEN;
    return numbered(token, token.text, set);
  });
}

/** Parse tiles, and return them sorted as on a rack. Throws NotationError. */
export const readRack = (text: string, set: TileSet): Tile[] => sorted(readTiles(text, set));

interface Word {
  readonly face?: Tile;
  readonly number?: number;
  readonly wild: boolean;
}

function word(token: Token, set: TileSet): Word {
  if (token.text === '*') return { wild: true };
  if (/^\*\d{1,3}$/.test(token.text)) {
    const number = Number(token.text.slice(1));
    if (number < 1 || number > set.numbers) throw bad(token, 'no_number');
    return { number, wild: true };
  }
  const wild = token.text.startsWith('*');
  return { face: numbered(token, wild ? token.text.slice(1) : token.text, set), wild };
}

function asGroup(words: readonly Word[], set: TileSet): Group[] {
  const bare = words.filter((w) => w.face !== undefined && !w.wild).map((w) => w.face!);
  const number = bare.length ? numberOf(bare[0]!) : 0;
  const wrong = (w: Word): boolean => w.face !== undefined || (w.number ?? number) !== number;
  if (words.some((w) => w.wild && wrong(w))) return [];
  const tiles = words.map((w) => (w.wild ? JOKER : w.face!));
  return readings(tiles, set).filter((meld) => meld.kind === 'group');
}

/**
 * Return the runs that these words can represent. If a joker is written without the tile it represents, the order
 * of words determines this tile.
 */
function asRun(words: readonly Word[], set: TileSet): Run[] {
  const known = words.flatMap((w) => w.face ?? []);
  if (!known.length || words.length < 3 || words.some((w) => w.number !== undefined)) return [];
  if (words.every((w) => w.wild) || known.some((f) => colourOf(f) !== colourOf(known[0]!))) return [];
  const anyOrder = known.length === words.length;
  const upwards = `${known.map(numberOf)}` === `${runNumbers(2, set.numbers, set)}`;
  const found: Run[] = [];
  for (let first = 1; first <= set.numbers; first++) {
    const numbers = runNumbers(first, words.length, set);
    if (!inRange(numbers, set)) continue;
    // a 1 at the end is a high 1 if the numbers before it are ascending
    if (anyOrder && numbers.length === set.numbers && first > 1 !== upwards) continue;
    const faces = numbers.map((number) => tileOf(colourOf(known[0]!), number));
    const placed = anyOrder ? inOrder(words, faces) : words;
    if (!placed?.every((w, i) => w.face === undefined || w.face === faces[i])) continue;
    const wild = new Set(faces.filter((_, i) => placed[i]!.wild));
    found.push({ kind: 'run', faces, wild: faces.filter((face) => wild.has(face)) });
  }
  return found.filter((run, i) => !found.slice(0, i).some((other) => equal(run, other)));
}

/** Return the runs that these words can represent in any order. Jokers written without a tile fill the gaps. */
function asRunInAnyOrder(words: readonly Word[], set: TileSet): Run[] {
  const known = new Map(words.flatMap((w) => (w.face === undefined ? [] : [[w.face, w.wild]])));
  const bare = words.filter((w) => w.wild && w.face === undefined && w.number === undefined).length;
  if (words.length < 3 || !known.size || !bare || known.size + bare < words.length) return [];
  const colour = colourOf([...known.keys()][0]!);
  const found: Run[] = [];
  for (let first = 1; first <= set.numbers; first++) {
    const numbers = runNumbers(first, words.length, set);
    if (!inRange(numbers, set) || (first > 1 && words.length === set.numbers)) continue;
    const faces = numbers.map((number) => tileOf(colour, number));
    if (![...known.keys()].every((face) => faces.includes(face))) continue;
    found.push({ kind: 'run', faces, wild: faces.filter((face) => known.get(face) ?? true) });
  }
  return found;
}

function inOrder(words: readonly Word[], faces: readonly Tile[]): Word[] | null {
  const left = [...words];
  const placed = faces.map((face) => {
    const at = left.findIndex((w) => w.face === face);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  return placed.every((w) => w !== undefined) ? placed : null;
}

/**
 * Parse a meld. Throws NotationError: `bad_notation` if a word is not a tile, `invalid_meld` if the tiles are not a
 * meld, and `ambiguous_joker` if a joker written without its tile could represent several tiles.
 */
export function readMeld(text: string, set: TileSet): Meld {
  const words = tokens(text).map((token) => word(token, set));
  const placed: Meld[] = [...asGroup(words, set), ...asRun(words, set)];
  const found = placed.length ? placed : asRunInAnyOrder(words, set);
  if (found.length === 1) return found[0]!;
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  if (found.length) throw new NotationError('ambiguous_joker', start, end, { readings: found });
  const tiles = words.map((w) => (w.wild ? JOKER : w.face!));
  const flaw = readings(tiles, set).length > 0 ? 'face_in_group' : flawOf(tiles);
  throw new NotationError('invalid_meld', start, end, { tiles, flaw });
}

/** Parse the melds on a table, in order. If there are several errors, the most severe one is thrown. */
export function readTable(text: string, set: TileSet): Meld[] {
  if (!text.trim()) return [];
  const melds: Meld[] = [];
  const errors: NotationError[] = [];
  let start = 0;
  for (const part of text.split('/')) {
    try {
      melds.push(readMeld(part, set));
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      errors.push(error.within(start));
    }
    start += part.length + 1;
  }
  errors.sort((a, b) => RANK[a.code] - RANK[b.code]);
  if (errors[0]) throw errors[0];
  return melds;
}

/** A pile in a draft: either a meld, or tiles that do not form one yet. */
export type Lay = Meld | readonly Tile[];

/** Parse a text using {@link readMeld}. If the tiles do not form a meld, return the tiles instead. */
export function readLay(text: string, set: TileSet): Lay {
  try {
    return readMeld(text, set);
  } catch (error) {
    if (!(error instanceof NotationError) || error.code === 'bad_notation') throw error;
    return readTiles(text.replace(/\*\S+/g, '*'), set);
  }
}
