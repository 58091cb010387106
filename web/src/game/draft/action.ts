/** Deeds as the actions that the server takes. */

import type { GameView } from '../../net/types/wire';
import type { Deed } from './choices';

/** The action of a deed, in notation; *after* is the table as it lies now. */
export async function actionOf(
  deed: Deed,
  game: GameView,
  after: readonly string[],
  seat: number | null,
): Promise<string> {
  switch (deed.do) {
    case 'draw':
      return 'draw';
    case 'take':
      return 'draw discard';
    case 'discard':
      return `discard ${deed.tile}`;
    case 'declare':
      return `declare ${deed.tile}`;
    case 'trump':
      return (await import('./go_out')).goOutText(game.table, after, deed.tile, game.hands[seat ?? 0]?.opened ?? false);
    default:
      return 'pass';
  }
}
