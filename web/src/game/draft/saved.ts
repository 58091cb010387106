/** The draft is saved in the browser, so that it survives a reload of the page. */

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
