/** Converts the viewer's actions to commands for the server. */

import { announce } from '../../device/announce.svelte';
import { command } from '../../net/connection.svelte';
import { t } from '../../text/messages.svelte';
import type { Reply } from '../../net/client';
import type { Answer, GameView, RefusalReason } from '../../net/types';
import { tileText, without, type Tile } from '../../rules';
import type { Choices, TurnAction } from './choices';
import type { Room } from '../room/room.svelte';
import type { Hints } from './hints.svelte';

/** The parts of a turn that are submitted. */
interface Submitted {
  readonly room: Pick<Room, 'id' | 'version' | 'game' | 'seat'>;
  readonly meldTexts: readonly string[];
  readonly table: { readonly placed: readonly Tile[] } | null;
  readonly hints: Pick<Hints, 'last'>;
}

/** Submit the draft of a turn, or another action. */
export async function submit(
  action: TurnAction,
  { room: { id: room, version, game, seat }, meldTexts: melds, table, hints }: Submitted,
): Promise<Reply> {
  const placed = table?.placed ?? [];
  const discard = action.do === 'discard' ? action.tile : null;
  const play = action.do === 'done' || action.do === 'lay' || (action.do === 'discard' && placed.length > 0);
  const advice = adviceIn(action, game!.turn, placed, hints.last);
  if (play) return command({ type: 'done', room, version, advice, after: [...melds], discard });
  return command({
    type: 'act',
    room,
    version,
    advice,
    actions: [await actionText(action, game!, melds, seat)],
  });
}

/** The referee's verdict on the current draft, with the reasons if the draft is refused. */
export interface Verdict {
  readonly state: '' | 'asking' | 'legal' | 'refused';
  readonly reasons: readonly RefusalReason[];
}

/** The parts of a turn that are checked. */
interface Checked {
  readonly room: Pick<Room, 'id' | 'version'>;
  readonly table: { readonly melds: readonly string[] } | null;
  readonly choices: Pick<Choices, 'first'>;
  readonly hints: Pick<Hints, 'stop'>;
  readonly busy: boolean;
  verdict: Verdict;
  answered(reply: Answer): void;
}

/** Ask the referee if the draft of a turn is legal, and show the verdict. */
export async function check(turn: Checked): Promise<void> {
  if (!turn.table || turn.busy) return;
  turn.hints.stop();
  turn.verdict = { state: 'asking', reasons: [] };
  const { room } = turn;
  const action = turn.choices.first?.action;
  const discard = action?.do === 'discard' ? action.tile : null;
  const after = [...turn.table.melds];
  const reply = await command({ type: 'check', room: room.id, version: room.version, after, discard });
  const current = turn.verdict.state === 'asking';
  turn.verdict = { state: '', reasons: [] };
  if (reply.type !== 'answer' || !current) return;
  if (reply.status === 'ok') {
    turn.verdict = { state: 'legal', reasons: [] };
    announce(t('check.ok'), 'assertive');
  } else turn.answered(reply);
}

/** The actions that a hint names differently. */
const ADVISED: Readonly<Record<string, string>> = { begin: 'draw', go_out: 'trump' };

/**
 * Return the use of the last advice in a turn: `hinted` if a hint laid the tiles, perhaps with more by the player,
 * and `followed` if the player did by hand what was advised. Null if this is the player's own idea.
 */
export function adviceIn(
  action: TurnAction,
  turn: number,
  placed: readonly Tile[],
  given: Hints['last'],
): 'hinted' | 'followed' | null {
  if (given?.turn !== turn) return null;
  const laid = placed.map(tileText);
  if (given.advice === 'play') {
    const own = without(laid, given.tiles).length;
    if (!given.tiles.length || own !== laid.length - given.tiles.length) return null;
    if (given.laid) return 'hinted';
    return own || action.do === 'discard' ? null : 'followed';
  }
  if (laid.length || action.do !== (ADVISED[given.advice] ?? given.advice)) return null;
  return action.do !== 'discard' || given.tiles.includes(action.tile ?? '') ? 'followed' : null;
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
