/** The marks from the latest review, as shown by the move list. */

import type { Mark } from './types';

let marks = $state.raw<readonly Mark[]>([]);
let of = $state.raw('');

/** Store the marks from a review, so that the move list shows them. */
export function showMarks(game: string, found: readonly Mark[]): void {
  of = game;
  marks = found;
}

/** Return the marked decision in a turn, or undefined if that turn has no mark. */
export const markOf = (game: string, round: number, turn: number): Mark['decision'] | undefined =>
  of === game
    ? marks.find((mark) => mark.round === round && mark.decision.turn === turn && mark.decision.grade)?.decision
    : undefined;
