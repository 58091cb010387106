/** Deeds as the actions that the server takes. */

import type { GameView } from '../../net/types';
import type { TurnAction } from './choices';

/** The action of a action, in notation; *after* is the table as it lies now. */
export async function actionText(
  action: TurnAction,
  game: GameView,
  after: readonly string[],
  seat: number | null,
): Promise<string> {
  switch (action.do) {
    case 'draw':
      return 'draw';
    case 'take':
      return 'draw discard';
    case 'discard':
      return `discard ${action.tile}`;
    case 'declare':
      return `declare ${action.tile}`;
    case 'trump':
      return (await import('./go_out')).goOutText(game.table, after, action.tile, game.hands[seat ?? 0]?.opened ?? false);
    default:
      return 'pass';
  }
}
