/** Groups the move list by turn, so that consecutive moves by one player form a single line. */

import type { LogLine } from '../room/log_lines';

export interface TurnLine {
  readonly seat: number | null;
  readonly parts: readonly LogLine[];
}

/** Join the lines that belong to one turn. Other sentences stay on lines of their own. */
export function turnLines(lines: readonly LogLine[]): TurnLine[] {
  const found: { readonly seat: number | null; readonly parts: LogLine[] }[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (line.move && last?.parts.at(-1)?.move && last.seat === line.seat) last.parts.push(line);
    else found.push({ seat: line.seat, parts: [line] });
  }
  return found;
}
