/** The facts of a round as the server writes them, a line each: `Drew seat=0 source=pool tiles=?`. */

export interface RoundFact {
  readonly type: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Read a line; values go on to the next name with `=`. */
export function readFact(line: string): RoundFact {
  const [type = '', ...rest] = line.split(' ');
  const fields: Record<string, string> = {};
  let name = '';
  for (const word of rest) {
    const equals = word.indexOf('=');
    if (equals > 0) {
      name = word.slice(0, equals);
      fields[name] = word.slice(equals + 1);
    } else if (name) fields[name] += ` ${word}`;
  }
  return { type, fields };
}

/** The seat that a fact is about, or null. */
export function seatOf(fact: RoundFact): number | null {
  const seat = Number(fact.fields.seat);
  return fact.fields.seat === undefined || Number.isNaN(seat) ? null : seat;
}

/** The tiles that a fact names in a field, in notation. */
export const tilesOf = (fact: RoundFact, field = 'tiles'): string[] =>
  (fact.fields[field] ?? '').split(/[\s/()[\],]+/).filter(Boolean);

/** A list in brackets: `[12, -12]`, or `[[k7, r3]]` as its inner texts. */
export const listOf = (text: string): string[] =>
  text.replace(/^\[|\]$/g, '').split(', ').filter(Boolean);
