/** The lines that computer players say about their moves. */

import type { Entry, RoomView, SeatView } from '../../net/types';
import SAY from 'virtual:texts/say';
import { split } from '../../rules';
import { announce } from '../../device/announce.svelte';
import { applySettings, settings } from '../../device/settings.svelte';
import { coded, loadTexts } from '../../text/messages.svelte';
import { hasDiscards } from '../draft/law';

/** The visible part of a computer player's move. */
interface Move {
  readonly seat: number;
  readonly kind: 'laid' | 'drew' | 'out';
  /** The number of tiles laid. */
  readonly n: number;
}

/**
 * Return the computer player's move in these entries, or null if there is none. With *discards*, the only such move is
 * going out.
 *
 * A line depends only on the level and on what all players see. During a round, the reason for a move is not sent,
 * because it would reveal hidden tiles: a player who draws may hold tiles back. The reasons follow afterwards.
 */
export function moveOf(entries: readonly Entry[], seats: readonly SeatView[], discards: boolean): Move | null {
  const entry = entries.findLast(
    ({ what, seat }) => what === 'acted' && seat !== undefined && seats[seat!]?.kind === 'computer',
  );
  const events = entry?.events ?? [];
  const seat = entry?.seat ?? 0;
  const n = events.flatMap((event) =>
    event.type === 'Played' ? [...split(event.placed), ...split(event.free)] : [],
  );
  const ended = events.find(({ type }) => type === 'Ended');
  if (ended && 'winner' in ended && ended.winner === seat) return { seat, kind: 'out', n: n.length };
  if (!events.length || discards || ended) return null;
  if (n.length) return { seat, kind: 'laid', n: n.length };
  return events.some(({ type }) => type === 'Drew') ? { seat, kind: 'drew', n: 0 } : null;
}

/**
 * One in this many moves gets a line. The number is larger than the number of players, so that the speaker changes.
 */
const PACE = 5;

/**
 * Chooses the moves that get a line, and the lines. No line is used twice in a row, and no player comments on two
 * draws in a row. Going out always gets a line.
 */
export class Speech {
  private moves = 2;
  private last = '';
  /** The kind of each player's last line. */
  private readonly kinds = new Map<number, Move['kind']>();

  /**
   * Return the line about a move, or an empty string if the player says nothing. *turn* selects one of the possible
   * lines.
   */
  about({ seat, kind, n }: Move, level: string, turn: number): string {
    this.moves = (this.moves + 1) % PACE;
    if (this.moves && kind !== 'out') return '';
    if (kind === 'drew' && this.kinds.get(seat) === kind) return '';
    this.kinds.set(seat, kind);
    const lines = coded(`say.${level}.${kind}`, '', { n }).split(' | ');
    const at = turn % lines.length;
    const line = lines[at] === this.last ? lines[(at + 1) % lines.length]! : lines[at]!;
    this.last = line;
    return line;
  }
}

/** The parts of a room that lines need. */
interface Room {
  readonly view: RoomView | null;
  reactions: { readonly id: number; readonly seat: number; readonly reaction: string; readonly quiet?: boolean }[];
  show(said: { seat: number; reaction: string; text: string; quiet: boolean }): void;
  nameOf(seat: number): string;
}

const speeches = new WeakMap<Room, Speech>();

/** If a computer player has something to say about its move in these entries, show and announce it. */
export async function comment(room: Room, entries: readonly Entry[]): Promise<void> {
  await loadTexts(SAY);
  const { seats = [], terms } = room.view ?? {};
  const move = moveOf(entries, seats, hasDiscards(terms?.options ?? {}));
  if (!move || !settings.talk) return;
  const speech = speeches.get(room) ?? new Speech();
  speeches.set(room, speech);
  const text = speech.about(move, seats[move.seat]!.level ?? '', entries.at(-1)!.seq);
  if (!text) return;
  room.show({ seat: move.seat, reaction: '', text, quiet: true });
  announce(`${room.nameOf(move.seat)}: ${text}`);
}

/** Silence the computer players from now on. The user can turn their lines on again in the settings. */
export function silence(room: Room): void {
  settings.talk = false;
  applySettings();
  room.reactions = room.reactions.filter(({ quiet }) => !quiet);
}
