/** The positions of a replay in their order, and how an address names them. */

import type { Replay, ReplayPosition, ReplayTurn } from '../../net/types/http';

/** One position: after so many turns of a round, both counted in the address from `r1t0` on. */
export interface Frame {
  readonly round: number;
  readonly turn: number;
  readonly position: ReplayPosition;
  /** The turn that led to it; none after a deal. */
  readonly by: ReplayTurn | null;
}

/** All positions of a game: of each round the one after the deal, then one for each turn. */
export const framesOf = (replay: Replay): Frame[] =>
  replay.rounds.flatMap(({ start, turns }, round) => [
    { round, turn: 0, position: start, by: null },
    ...turns.map((by, i) => ({ round, turn: i + 1, position: by.after, by })),
  ]);

/** A position as the address carries it: `r2t14`. */
export const nameOfFrame = ({ round, turn }: Pick<Frame, 'round' | 'turn'>): string => `r${round + 1}t${turn}`;

/** Which position an address means; the nearest there is, and the first one for anything else. */
export function frameNamed(frames: readonly Frame[], name: string): number {
  const [, r, t] = /^#?r(\d{1,4})t(\d{1,5})$/.exec(name) ?? [];
  if (r === undefined) return 0;
  const [round, turn] = [Number(r) - 1, Number(t)];
  const after = frames.findIndex((each) => each.round > round || (each.round === round && each.turn >= turn));
  if (after < 0) return Math.max(0, frames.length - 1);
  return frames[after]!.round > round ? Math.max(0, after - 1) : after;
}
