/** The draft is saved in the browser, so that it survives a reload of the page. */

import type { GameView } from '../../net/types';
import type { Room } from '../room/room.svelte';

export interface SavedDraft {
  turn: string;
  rows: string[][];
}

const key = (room: string): string => `tilerummy.draft.${room}`;

/** The id of a turn: a draft is of no use in another turn. */
export const turnId = (round: number, turn: number, plays: number): string => `${round}.${turn}.${plays}`;

/** Save the piles that lie on the table now, or delete the saved draft. */
export function saveDraft(store: Storage, room: string, draft: SavedDraft | null): void {
  try {
    if (draft) store.setItem(key(room), JSON.stringify(draft));
    else store.removeItem(key(room));
  } catch {
    // without storage the turn starts anew after a reload
  }
}

/** The draft that was saved in this very turn, or null. */
export function loadDraft(store: Storage, room: string, turn: string): SavedDraft | null {
  try {
    const draft = JSON.parse(store.getItem(key(room)) ?? 'null') as SavedDraft | null;
    if (!draft || draft.turn !== turn || !Array.isArray(draft.rows)) return null;
    return draft;
  } catch {
    return null;
  }
}

/** Saves the draft of a room's viewer, and offers that of before a reload. */
export class DraftSaver {
  /** A draft of this turn from before a reload, offered to be restored. */
  offered = $state.raw<SavedDraft | null>(null);
  private readonly store = typeof localStorage === 'undefined' ? null : localStorage;

  constructor(private readonly room: Room) {}

  /** Save these piles as the draft of the turn; null deletes what is saved. */
  save(game: GameView | null, rows: string[][] | null): void {
    if (this.store) saveDraft(this.store, this.room.id, rows && { turn: this.turnId(game), rows });
  }

  /** Offer the draft that was saved in this turn, if the page has just been loaded. */
  offer(game: GameView, loaded: boolean): void {
    const saved = this.room.myTurn && this.store ? loadDraft(this.store, this.room.id, this.turnId(game)) : null;
    if (loaded || !saved) this.offered = saved;
  }

  private turnId(game: GameView | null): string {
    return turnId(this.room.view?.round ?? 0, game?.turn ?? 0, game?.plays ?? 0);
  }
}
