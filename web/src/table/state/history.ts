/** Undo and redo within a turn. */

import { sameMelds, type Board, type Pile } from './board';

export interface History {
  readonly board: Board;
  readonly past: readonly (readonly Pile[])[];
  readonly future: readonly (readonly Pile[])[];
}

export const begin = (board: Board): History => ({ board, past: [], future: [] });

/** Go on with a changed board; a board with the same melds adds no step. */
export function step(history: History, board: Board): History {
  if (sameMelds(history.board.melds, board.melds)) return history;
  return { board, past: [...history.past, history.board.melds], future: [] };
}

export function undo(history: History): History {
  const melds = history.past.at(-1);
  if (!melds) return history;
  return {
    board: { ...history.board, melds },
    past: history.past.slice(0, -1),
    future: [history.board.melds, ...history.future],
  };
}

export function redo(history: History): History {
  const [melds, ...future] = history.future;
  if (!melds) return history;
  return {
    board: { ...history.board, melds },
    past: [...history.past, history.board.melds],
    future,
  };
}
