/** The marks of the review that was made last, for the list of moves. */

import type { Mark } from './types';

let marks = $state.raw<readonly Mark[]>([]);
let of = $state.raw('');

/** Show the marks of the review of this game. */
export function showMarks(game: string, found: readonly Mark[]): void {
  of = game;
  marks = found;
}

/** The decision with a mark in that turn of the game, if there is one. */
export const markOf = (game: string, round: number, turn: number): Mark['decision'] | undefined =>
  of === game
    ? marks.find((mark) => mark.round === round && mark.decision.turn === turn && mark.decision.grade)?.decision
    : undefined;
