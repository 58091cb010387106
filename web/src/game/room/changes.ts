/** Finds the visible differences between two states of a round. */

import type { GameView } from '../../net/types';
import type { TableChange } from '../../table';

/** Compare two states of a round. *me* is the viewer's seat, the only seat whose rack is visible. */
export function changeBetween(before: GameView | null, game: GameView, me: number | null): TableChange {
  if (dealt(before, game))
    return { dealt: true, drew: game.hands.map((hand, seat) => (seat === me ? 0 : hand.tiles)) };
  if (!before) return {};
  const more = game.hands.map((hand, seat) => Math.max(0, hand.tiles - (before.hands[seat]?.tiles ?? 0)));
  const own = before.to_move === me;
  return {
    by: before.to_move,
    own,
    over: own && before.turn !== game.turn,
    drew: more.map((tiles, seat) => (seat === me ? 0 : tiles)),
  };
}

/** Return whether a new round has just been dealt. */
const dealt = (before: GameView | null, game: GameView): boolean =>
  game.table.length === 0 && game.turn <= 1 && game.plays === 0 && (before === null || before.turn > game.turn);
