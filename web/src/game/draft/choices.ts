/** What can be done in a turn now: one thing above all, and a few beside it. */

import type { CanView, GameView } from '../../net/types';

/** What has been done by hand with the tiles since the turn, or the last play of it, began. */
export interface Draft {
  /** How many tiles from the rack lie on the table. */
  placed: number;
  /** Whether the table lies otherwise than it did. */
  touched: boolean;
  /** Whether one of the live facts speaks against it. */
  faulty: boolean;
  /** Tiles picked up on the rack, in notation; and how many are left there, and the last of them. */
  picked: readonly string[];
  left: number;
  last: string | null;
}

export type TurnAction =
  | { do: 'done' }
  | { do: 'lay' }
  | { do: 'draw' }
  | { do: 'pass' }
  | { do: 'take' }
  | { do: 'discard'; tile: string | null }
  | { do: 'declare'; tile: string }
  | { do: 'trump'; tile: string };

export interface Choice {
  action: TurnAction;
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
    return { first: { action: { do: 'done' }, ready: !draft.faulty && draft.placed > 0 }, others: [] };
  }
  if (can.draw) return { first: { action: { do: 'draw' }, ready: true }, others: [] };
  if (can.pass_) return { first: { action: { do: 'pass' }, ready: true }, others: [] };
  return { first: { action: { do: 'done' }, ready: false }, others: [] };
}

function withDiscards(game: GameView, can: CanView, draft: Draft): Choices {
  if (game.phase === 'draw') return beforeDraw(game, can, draft);
  const only = draft.picked.length ? alone(draft.picked) : draft.placed > 0 ? draft.last : null;
  const may = only !== null && (can.discard.includes(only) || draft.placed > 0);
  const discard: Choice = { action: { do: 'discard', tile: only }, ready: may && !draft.faulty };
  if (draft.placed > 0) return { first: discard, others: [{ action: { do: 'lay' }, ready: !draft.faulty }] };
  const closing = closingTile(can, draft.picked);
  if (closing === null) return { first: discard, others: [] };
  return { first: { action: { do: 'declare', tile: closing }, ready: true }, others: only === closing ? [discard] : [] };
}

/** Drawing, or going out with the trump when all tiles but one are laid with it. */
function beforeDraw(game: GameView, can: CanView, draft: Draft): Choices {
  const all: Choice[] = [];
  if (can.draw) all.push({ action: { do: 'draw' }, ready: true });
  if (can.take) all.push({ action: { do: 'take' }, ready: true });
  if (can.go_out && draft.placed > 0) {
    const ready = draft.placed === game.rack?.length && draft.left < 2 && !draft.faulty;
    const out: Choice = { action: { do: 'trump', tile: draft.last ?? game.trump ?? '' }, ready };
    if (ready) all.unshift(out);
    else all.push(out);
  }
  const [first = null, ...others] = all;
  return { first, others };
}

const alone = (tiles: readonly string[]): string | null => (tiles.length === 1 ? tiles[0]! : null);

/** The tile with whose discard a closed hand is offered to be declared: a joker's doubles the score. */
function closingTile({ declare }: CanView, picked: readonly string[]): string | null {
  if (!picked.length) return declare.find((tile) => tile === '*') ?? declare[0] ?? null;
  const only = alone(picked);
  return only !== null && declare.includes(only) ? only : null;
}
