/** The edges of a table that is seen from above, with its seats. */

import { sidesOf, type Edge } from './sides';

/**
 * Return each seat with its edge, in playing order, starting after the viewer's own seat, which comes last. Spectators
 * see the first seat at the lower edge.
 */
export function edgesOf(seats: number, own: number | null): { seat: number; at: Edge }[] {
  const first = own ?? 0;
  const edges: Edge[] = seats > 1 ? [...sidesOf(seats - 1), 'own'] : ['own'];
  return edges.map((at, i) => ({ seat: (first + 1 + i) % seats, at }));
}
