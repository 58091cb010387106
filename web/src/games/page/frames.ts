/** The positions of a replay, in order, and the names they have in the address. */

import type { Replay, ReplayPosition, ReplayTurn } from '../../net/types/http';

/**
 * A position: a round, and the number of turns that have been played in it. In addresses, the first
 * one is `r1t0`.
 */
export interface Frame {
  readonly round: number;
  readonly turn: number;
  readonly position: ReplayPosition;
  /** The turn that led to this position, or null right after a deal. */
  readonly by: ReplayTurn | null;
}

/** All positions of a game. Each round has one after the deal and one after each turn. */
export const framesOf = (replay: Replay): Frame[] =>
  replay.rounds.flatMap(({ start, turns }, round) => [
    { round, turn: 0, position: start, by: null },
    ...turns.map((by, i) => ({ round, turn: i + 1, position: by.after, by })),
  ]);

/** The name of a position in the address, such as `r2t14`. */
export const nameOfFrame = ({ round, turn }: Pick<Frame, 'round' | 'turn'>): string => `r${round + 1}t${turn}`;

/**
 * The index of the position with that name. If the name is past the end of a round or the game, the
 * nearest position is returned; if it cannot be parsed, 0.
 */
export function frameNamed(frames: readonly Frame[], name: string): number {
  const [, r, t] = /^#?r(\d{1,4})t(\d{1,5})$/.exec(name) ?? [];
  if (r === undefined) return 0;
  const [round, turn] = [Number(r) - 1, Number(t)];
  const after = frames.findIndex((each) => each.round > round || (each.round === round && each.turn >= turn));
  if (after < 0) return Math.max(0, frames.length - 1);
  return frames[after]!.round > round ? Math.max(0, after - 1) : after;
}
