/** The actions offered during a turn: a primary action and a few secondary ones. */

import type { CanView, GameView } from '../../net/types';
import type { DraftView } from './draft_view';

export type TurnAction =
  /** Lay the picked tiles in the draft, without sending anything to the server. */
  | { do: 'place' }
  | { do: 'done' }
  | { do: 'lay' }
  | { do: 'draw' }
  | { do: 'pass' }
  | { do: 'new_deal' }
  | { do: 'take' }
  | { do: 'discard'; tile: string | null }
  | { do: 'declare'; tile: string }
  | { do: 'trump'; tile: string };

export interface Choice {
  action: TurnAction;
  /** True if the action is possible now. Otherwise, pressing its button explains what is missing. */
  ready: boolean;
}

export interface Choices {
  first: Choice | null;
  others: Choice[];
}

const PLACE: Choice = { action: { do: 'place' }, ready: true };
/**
 * The primary choice while the picked tiles do not form a meld. The player evidently intends to lay them, so no other
 * action is primary.
 */
const UNFIT: Choice = { action: { do: 'place' }, ready: false };
const NOTHING: Choices = { first: null, others: [] };

/** Return the choices of the viewer. They are empty unless it is the viewer's turn. */
export function choices(game: GameView, draft: DraftView, discards: boolean): Choices {
  const can = game.can;
  if (!can) return NOTHING;
  return discards ? withDiscards(game, can, draft) : playOrDraw(game, can, draft);
}

/**
 * Return the choices to lay the picked tiles, submit the tiles that are laid, or draw. If there are unfinished
 * changes, drawing has to be confirmed.
 */
function playOrDraw(game: GameView, can: CanView, draft: DraftView): Choices {
  if (draft.forming.length) return { first: PLACE, others: [] };
  const next = withoutPicks(game, can, draft);
  if (draft.held) return { first: UNFIT, others: [next] };
  return {
    first: next,
    others: can.new_deal && !draft.touched ? [{ action: { do: 'new_deal' }, ready: true }] : [],
  };
}

function withoutPicks(game: GameView, can: CanView, draft: DraftView): Choice {
  const changed = draft.placed > 0 || (game.plays > 0 && draft.touched);
  const done: Choice = { action: { do: 'done' }, ready: !draft.facts.length && changed };
  if (draft.placed > 0) return done;
  if (can.draw) return { action: { do: 'draw' }, ready: true };
  return can.pass_ && !draft.touched ? { action: { do: 'pass' }, ready: true } : done;
}

function withDiscards(game: GameView, can: CanView, draft: DraftView): Choices {
  if (game.phase === 'draw') return beforeDraw(game, can, draft);
  if (draft.forming.length) return { first: PLACE, others: [] };
  const only = draft.picked.length ? alone(draft.picked) : draft.placed > 0 ? draft.last : null;
  const may = only !== null && (can.discard.includes(only) || draft.placed > 0);
  const discard: Choice = { action: { do: 'discard', tile: only }, ready: may && !draft.facts.length };
  if (draft.held > 1 || draft.held > draft.picked.length)
    return {
      first: UNFIT,
      others: draft.placed > 0 ? [{ action: { do: 'lay' }, ready: !draft.facts.length }] : [],
    };
  if (draft.placed > 0) return { first: discard, others: [{ action: { do: 'lay' }, ready: !draft.facts.length }] };
  const closing = closingTile(can, draft.picked);
  if (closing === null) return { first: discard, others: [] };
  return {
    first: { action: { do: 'declare', tile: closing }, ready: true },
    others: only === closing ? [discard] : [],
  };
}

/** Return the choices before drawing, including to go out by taking the trump and laying all tiles but one. */
function beforeDraw(game: GameView, can: CanView, draft: DraftView): Choices {
  const all: Choice[] = can.go_out && draft.forming.length ? [PLACE] : [];
  if (can.draw) all.push({ action: { do: 'draw' }, ready: true });
  if (can.take) all.push({ action: { do: 'take' }, ready: true });
  if (can.go_out && draft.placed > 0) {
    const ready = draft.placed === game.rack?.length && draft.left < 2 && !draft.facts.length;
    const out: Choice = { action: { do: 'trump', tile: draft.last ?? game.trump ?? '' }, ready };
    if (ready) all.unshift(out);
    else all.push(out);
  }
  const [first = null, ...others] = all;
  return { first, others };
}

const alone = (tiles: readonly string[]): string | null => (tiles.length === 1 ? tiles[0]! : null);

/**
 * Return the tile to discard when declaring a closed hand. By default, this is a joker if possible, which doubles the
 * score.
 */
function closingTile({ declare }: CanView, picked: readonly string[]): string | null {
  if (!picked.length) return declare.find((tile) => tile === '*') ?? declare[0] ?? null;
  const only = alone(picked);
  return only !== null && declare.includes(only) ? only : null;
}
