/** Groups the move list by turns: consecutive moves of a player form one line. */

import type { LogLine } from '../room/room.svelte';

export interface TurnLine {
  readonly seat: number | null;
  readonly parts: readonly LogLine[];
}

/** Join the lines of each turn. Every other sentence has a line of its own. */
export function turnLines(lines: readonly LogLine[]): TurnLine[] {
  const found: { readonly seat: number | null; readonly parts: LogLine[] }[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (line.move && last?.parts.at(-1)?.move && last.seat === line.seat) last.parts.push(line);
    else found.push({ seat: line.seat, parts: [line] });
  }
  return found;
}
