/** Merges a waiting room's chat messages and events into one list. */

import type { ChatLine, LogLine } from './log_lines';

export interface LobbyLine {
  /** True for a chat message, false for an event. */
  readonly said: boolean;
  readonly text: string;
  readonly name: string;
  readonly seat: number | null;
}

/** Return all lines in order. A chat message follows the events that its sender had seen. */
export function lobbyLines(log: readonly LogLine[], chat: readonly ChatLine[]): LobbyLine[] {
  const events = log.map(({ seq, text, seat }) => ({ at: seq + 1, said: false, text, name: '', seat }));
  const said = chat.map(({ version, text, name, seat }) => ({ at: version, said: true, text, name, seat }));
  return [...events, ...said].sort((a, b) => a.at - b.at);
}
