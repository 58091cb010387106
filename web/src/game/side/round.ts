/** The current round of a match. */

import type { RoomView } from '../../net/types';

/**
 * Return the current round's number, counting from 1. It stays the same after the round ends, until the next round
 * begins.
 */
export const roundOf = ({ phase, round, results }: Pick<RoomView, 'phase' | 'round' | 'results'>): number =>
  ['between', 'over', 'closed'].includes(phase) ? Math.max(1, results.length) : round + 1;
