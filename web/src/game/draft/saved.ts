/** Saves the draft in the browser so that it survives a reload. */

import type { GameView } from '../../net/types';
import { store, stored, storeText } from '../../device/stored';

/** The room and the turn that a draft belongs to. The draft cannot be used in any other turn. */
export interface DraftTurn {
  readonly id: string;
  readonly view: { readonly round: number } | null;
  readonly game: Pick<GameView, 'turn' | 'plays'> | null;
}

const key = (room: string): string => `tilerummy.draft.${room}`;

const idOf = ({ view, game }: DraftTurn): string => `${view?.round ?? 0}.${game?.turn ?? 0}.${game?.plays ?? 0}`;

/** Save the rows on the table, or delete the saved draft if *rows* is null. */
export function saveDraft(at: DraftTurn, rows: string[][] | null): void {
  if (rows) store(key(at.id), { turn: idOf(at), rows });
  else storeText(key(at.id), null);
}

/** Return the rows that were saved in this turn, or null. */
export function loadDraft(at: DraftTurn): string[][] | null {
  const { turn, rows } = stored<{ turn?: string; rows?: string[][] }>(key(at.id), {});
  return turn === idOf(at) && Array.isArray(rows) ? rows : null;
}
