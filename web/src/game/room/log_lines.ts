/** Lines of the move list and the chat that follow when the language changes. */

import type { Entry } from '../../net/types';
import { entryLines, type EventLine } from '../../text/events';
import { coded, currentLanguage } from '../../text/messages.svelte';
import type { ShortMove } from '../../text/moves';
import type { Seating } from '../../text/names';

/** A line in the move list: a full sentence and, for moves, a short form with tiles. */
export interface LogLine {
  readonly seq: number;
  readonly text: string;
  readonly move: ShortMove | null;
  readonly seat: number | null;
}

export interface ChatLine {
  readonly name: string;
  readonly text: string;
  readonly seat: number | null;
  /** The room's version when the message was sent. */
  readonly version: number;
}

/** Return the lines that describe a log entry. */
export function logLines(entry: Entry, seating: Seating): LogLine[] {
  let [language, lines] = [currentLanguage(), entryLines(entry, seating)];
  const line = (n: number): EventLine => {
    if (language !== currentLanguage()) [language, lines] = [currentLanguage(), entryLines(entry, seating)];
    return lines[n]!;
  };
  return lines.map((_, n) => ({
    seq: entry.seq,
    seat: entry.seat ?? null,
    get text() {
      return line(n).text;
    },
    get move() {
      return line(n).move;
    },
  }));
}

/** Return the chat line for a reaction, which is shown at the seat for a few seconds and stays in the chat. */
export const reactionLine = (
  room: { readonly version: number; nameOf(seat: number): string },
  seat: number,
  reaction: string,
): ChatLine => ({
  get name() {
    return room.nameOf(seat);
  },
  get text() {
    return coded(`react.${reaction}`, '');
  },
  seat,
  version: room.version,
});
