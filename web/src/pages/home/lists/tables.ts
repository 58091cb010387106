/** Finds the user's tables by their players. */

import type { LobbyRoom } from '../../../net/types/http';
import { isOver, otherSeats } from './games';

/** Return the user's unfinished table with this person, or undefined if there is none. */
export const tableWith = (name: string, mine: readonly LobbyRoom[]): LobbyRoom | undefined =>
  mine.find(
    (card) => !isOver(card) && otherSeats(card).some((seat) => seat.kind === 'person' && seat.name === name),
  );
