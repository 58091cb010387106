/** The table edges that show seats, as seen from the viewer's own seat. */
export type Edge = 'left' | 'top' | 'right' | 'own';

/** Return the edge for each of the other players, in playing order, starting with the player after the viewer. */
export const sidesOf = (others: number): readonly Edge[] =>
  others < 2 ? ['top'] : ['left', ...Array<Edge>(others - 2).fill('top'), 'right'];
