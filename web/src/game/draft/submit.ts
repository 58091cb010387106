/** Converts the viewer's actions to commands for the server. */

import { command } from '../../net/connection.svelte';
import type { Reply } from '../../net/client';
import type { GameView } from '../../net/types';
import type { Room } from '../room/room.svelte';
import type { TurnAction } from './choices';

/** Submit the draft or another action. *melds* are the melds of the draft, in notation. */
export async function submit(
  action: TurnAction,
  { id: room, version, game, seat }: Room,
  { melds, placed }: { readonly melds: readonly string[]; readonly placed: number },
): Promise<Reply> {
  const discard = action.do === 'discard' ? action.tile : null;
  const play = action.do === 'done' || action.do === 'lay' || (action.do === 'discard' && placed > 0);
  if (play) return command({ type: 'done', room, version, after: [...melds], discard });
  return command({ type: 'act', room, version, actions: [await actionText(action, game!, melds, seat)] });
}

/** Return an action in the notation that the server expects. */
export async function actionText(
  action: TurnAction,
  game: GameView,
  melds: readonly string[],
  seat: number | null,
): Promise<string> {
  switch (action.do) {
    case 'draw':
      return 'draw';
    case 'new_deal':
      return 'new-deal';
    case 'take':
      return 'draw discard';
    case 'discard':
      return `discard ${action.tile}`;
    case 'declare':
      return `declare ${action.tile}`;
    case 'trump': {
      const { goOutText } = await import('./go_out');
      return goOutText(game.table, melds, action.tile, game.hands[seat ?? 0]?.opened ?? false);
    }
    default:
      return 'pass';
  }
}
