/** Turns what the viewer wants to do into a command to the server. */

import { command } from '../../net/connection.svelte';
import type { Reply } from '../../net/client';
import type { GameView } from '../../net/types';
import type { TurnAction } from './choices';

/** A draft that can be submitted. */
export interface Submission {
  readonly room: string;
  readonly version: number;
  readonly seat: number | null;
  readonly game: GameView;
  /** The melds of the draft, in notation. */
  readonly melds: readonly string[];
  /** How many tiles were placed. */
  readonly placed: number;
}

/** Submit the draft, or do something else with the turn. */
export async function submit(action: TurnAction, draft: Submission): Promise<Reply> {
  const at = { room: draft.room, version: draft.version };
  const discard = action.do === 'discard' ? action.tile : null;
  const play = action.do === 'done' || action.do === 'lay' || (action.do === 'discard' && draft.placed > 0);
  if (play) return command({ type: 'done', ...at, after: [...draft.melds], discard });
  return command({ type: 'act', ...at, actions: [await actionText(action, draft)] });
}

/** An action in notation. */
export async function actionText(
  action: TurnAction,
  { game, melds, seat }: Pick<Submission, 'game' | 'melds' | 'seat'>,
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
    case 'trump': {
      const { goOutText } = await import('./go_out');
      return goOutText(game.table, melds, action.tile, game.hands[seat ?? 0]?.opened ?? false);
    }
    default:
      return 'pass';
  }
}
