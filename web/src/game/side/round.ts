/** Which round of a match is on the table. */

import type { RoomView } from '../../net/types';

/** The round that is played or dealt, from 1; after a round it is that round until the next begins. */
export const roundOf = ({ phase, round, results }: Pick<RoomView, 'phase' | 'round' | 'results'>): number =>
  ['between', 'over', 'closed'].includes(phase) ? Math.max(1, results.length) : round + 1;
