/** The marks from the latest review, shown in the list of moves. */

import type { Mark } from './types';

let marks = $state.raw<readonly Mark[]>([]);
let of = $state.raw('');

/** Set the marks from the review of a game. */
export function showMarks(game: string, found: readonly Mark[]): void {
  of = game;
  marks = found;
}

/** The marked decision of a turn, if any. */
export const markOf = (game: string, round: number, turn: number): Mark['decision'] | undefined =>
  of === game
    ? marks.find((mark) => mark.round === round && mark.decision.turn === turn && mark.decision.grade)?.decision
    : undefined;
