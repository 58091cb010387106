/** What can be done in a turn now: one thing above all, and a few beside it. */

import type { CanView, GameView } from '../../wire';

/** What has been done by hand with the tiles since the turn, or the last play of it, began. */
export interface Draft {
  /** How many tiles from the rack lie on the table. */
  placed: number;
  /** Whether the table lies otherwise than it did. */
  touched: boolean;
  /** Whether one of the live facts speaks against it. */
  faulty: boolean;
  /** Tiles picked up on the rack, in notation. */
  picked: readonly string[];
}

export type Deed =
  | { do: 'done' }
  | { do: 'lay' }
  | { do: 'draw' }
  | { do: 'pass' }
  | { do: 'take' }
  | { do: 'discard'; tile: string | null }
  | { do: 'declare'; tile: string }
  | { do: 'trump'; tile: string };

export interface Choice {
  deed: Deed;
  /** Pressing it says what is missing, where it cannot be done yet. */
  ready: boolean;
}

export interface Choices {
  first: Choice | null;
  others: Choice[];
}

const NOTHING: Choices = { first: null, others: [] };

/** The choices of the seat to move; nothing for anybody else. */
export function choices(game: GameView, draft: Draft, discards: boolean): Choices {
  const can = game.can;
  if (!can) return NOTHING;
  return discards ? withDiscards(game, can, draft) : playOrDraw(can, draft);
}

function playOrDraw(can: CanView, draft: Draft): Choices {
  if (draft.touched || draft.placed > 0) {
    return { first: { deed: { do: 'done' }, ready: !draft.faulty && draft.placed > 0 }, others: [] };
  }
  if (can.draw) return { first: { deed: { do: 'draw' }, ready: true }, others: [] };
  if (can.pass_) return { first: { deed: { do: 'pass' }, ready: true }, others: [] };
  return { first: { deed: { do: 'done' }, ready: false }, others: [] };
}

function withDiscards(game: GameView, can: CanView, draft: Draft): Choices {
  const only = draft.picked.length === 1 ? draft.picked[0]! : null;
  if (game.phase === 'draw') {
    const others: Choice[] = [];
    if (can.take) others.push({ deed: { do: 'take' }, ready: true });
    if (can.go_out && draft.placed > 0) {
      others.push({ deed: { do: 'trump', tile: only ?? '' }, ready: only !== null && !draft.faulty });
    }
    const first: Choice | null = can.draw
      ? { deed: { do: 'draw' }, ready: true }
      : (others.shift() ?? null);
    return { first, others };
  }
  const others: Choice[] = [];
  if (draft.placed > 0) others.push({ deed: { do: 'lay' }, ready: !draft.faulty });
  if (only !== null && draft.placed === 0 && can.declare.includes(only)) {
    others.push({ deed: { do: 'declare', tile: only }, ready: true });
  }
  const may = only !== null && (can.discard.includes(only) || draft.placed > 0);
  return {
    first: { deed: { do: 'discard', tile: only }, ready: may && !draft.faulty },
    others,
  };
}
