/** A half-built table is kept in the browser, so that a reload does not lose it. */

export interface SavedDraft {
  turn: string;
  rows: string[][];
}

const key = (room: string): string => `tilerummy.draft.${room}`;

/** Which turn it is: a draft of another turn is worth nothing. */
export const turnId = (round: number, turn: number, plays: number): string => `${round}.${turn}.${plays}`;

/** Keep the rows of tiles that lie on the table now, or forget them. */
export function keep(store: Storage, room: string, kept: SavedDraft | null): void {
  try {
    if (kept) store.setItem(key(room), JSON.stringify(kept));
    else store.removeItem(key(room));
  } catch {
    // without a store a reload begins the turn anew
  }
}

/** What was kept for this very turn, or null. */
export function found(store: Storage, room: string, turn: string): SavedDraft | null {
  try {
    const kept = JSON.parse(store.getItem(key(room)) ?? 'null') as SavedDraft | null;
    if (!kept || kept.turn !== turn || !Array.isArray(kept.rows)) return null;
    return kept;
  } catch {
    return null;
  }
}
