/** The marks from the latest review, as shown by the move list. */

import type { Mark } from './types';

let marks = $state.raw<readonly Mark[]>([]);
let of = $state.raw('');
let about = $state.raw('');

/** Store the marks from a review of *other*, or of the user if that is empty, so that the move list shows them. */
export function showMarks(game: string, found: readonly Mark[], other: string): void {
  of = game;
  about = other;
  marks = found;
}

/** Return the marked decision in a turn, or undefined if that turn has no mark. */
export const markOf = (game: string, round: number, turn: number): Mark['decision'] | undefined =>
  of === game
    ? marks.find((mark) => mark.round === round && mark.decision.turn === turn && mark.decision.grade)?.decision
    : undefined;

/** Return the name of the reviewed player, or an empty string if it was the user. */
export const markedPlayer = (): string => about;
