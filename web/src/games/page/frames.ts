/** The positions in a replay, in order, and the names that identify them in the URL. */

import type { Replay, ReplayPosition, ReplayTurn } from '../../net/types/http';

/** A position in a replay, identified by its round and the number of turns played in that round. */
export interface Frame {
  readonly round: number;
  readonly turn: number;
  readonly position: ReplayPosition;
  /** The turn that led to this position, or null for the position right after the deal. */
  readonly by: ReplayTurn | null;
}

/** Return all positions in a game: for each round, one position after the deal and one after each turn. */
export const framesOf = (replay: Replay): Frame[] =>
  replay.rounds.flatMap(({ start, turns }, round) => [
    { round, turn: 0, position: start, by: null },
    ...turns.map((by, i) => ({ round, turn: i + 1, position: by.after, by })),
  ]);

/** Return the index of the position after the last play, or of the last position without any play. */
export function lastPlay(frames: readonly Frame[]): number {
  const found = frames.findLastIndex(({ by }) =>
    by?.events.some(({ type }) => type === 'Played' || type === 'Declared'),
  );
  return found < 0 ? Math.max(0, frames.length - 1) : found;
}

/** Return the name that identifies a position in the URL, such as `r2t14`. */
export const nameOfFrame = ({ round, turn }: Pick<Frame, 'round' | 'turn'>): string => `r${round + 1}t${turn}`;

/**
 * Return the index of the position with a given name. If the name is past the end of a round or the game, return the
 * nearest position. If the name cannot be parsed, return 0.
 */
export function frameNamed(frames: readonly Frame[], name: string): number {
  const [, r, t] = /^#?r(\d{1,4})t(\d{1,5})$/.exec(name) ?? [];
  if (r === undefined) return 0;
  const [round, turn] = [Number(r) - 1, Number(t)];
  const after = frames.findIndex((each) => each.round > round || (each.round === round && each.turn >= turn));
  if (after < 0) return Math.max(0, frames.length - 1);
  return frames[after]!.round > round ? Math.max(0, after - 1) : after;
}
