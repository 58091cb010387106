/**
 * Return the number of a turn as its player counts it: 1 for the first turn of each player. *turn* is its number among
 * the turns of all players, from 1.
 */
export const ownTurn = (turn: number, seats: number): number => Math.ceil(turn / seats);
