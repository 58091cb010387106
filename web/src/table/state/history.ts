/** Undo and redo for changes made during a turn. */

import { samePiles, type Draft, type Pile } from './draft';

export interface DraftHistory {
  readonly draft: Draft;
  readonly past: readonly (readonly Pile[])[];
  readonly future: readonly (readonly Pile[])[];
}

export const begin = (draft: Draft): DraftHistory => ({ draft, past: [], future: [] });

/** Add a step to the undo history, unless the piles are the same as before. */
export function step(history: DraftHistory, draft: Draft): DraftHistory {
  if (samePiles(history.draft.piles, draft.piles)) return history;
  return { draft, past: [...history.past, history.draft.piles], future: [] };
}

export function undo(history: DraftHistory): DraftHistory {
  const piles = history.past.at(-1);
  if (!piles) return history;
  return {
    draft: { ...history.draft, piles },
    past: history.past.slice(0, -1),
    future: [history.draft.piles, ...history.future],
  };
}

export function redo(history: DraftHistory): DraftHistory {
  const [piles, ...future] = history.future;
  if (!piles) return history;
  return {
    draft: { ...history.draft, piles },
    past: [...history.past, history.draft.piles],
    future,
  };
}
