/** The edges of the table at which seats are shown. */

export type Edge = 'left' | 'top' | 'right' | 'own';

const EDGES: readonly (readonly Edge[])[] = [[], ['top'], ['left', 'right'], ['left', 'top', 'right']];

/**
 * Return each seat with its edge, in playing order, starting after the viewer's own seat, which comes last. Spectators
 * see the first seat at the lower edge.
 */
export function edgesOf(seats: number, own: number | null): { seat: number; at: Edge }[] {
  const first = own ?? 0;
  const edges = [...(EDGES[seats - 1] ?? []), 'own'] as const;
  return edges.map((at, i) => ({ seat: (first + 1 + i) % seats, at }));
}
