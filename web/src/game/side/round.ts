/** The current round of a match. */

import type { RoomView } from '../../net/types';

/**
 * Return the number of the current round, counting from 1. After a round ends, the number stays the same until the
 * next round begins.
 */
export const roundOf = ({ phase, round, results }: Pick<RoomView, 'phase' | 'round' | 'results'>): number =>
  ['between', 'over', 'closed'].includes(phase) ? Math.max(1, results.length) : round + 1;
