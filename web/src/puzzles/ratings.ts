/** The player's puzzle rating, which is stored on the server. Puzzles solved offline are not rated. */

import { request } from '../net/api';
import type { AttemptAnswer, PuzzleRating } from '../net/types/http';
import type { Answer } from './solving.svelte';
import type { Puzzle } from './puzzle';

export const UNRATED: PuzzleRating = { points: 1500, deviation: 500, provisional: true, attempts: 0 };

/** Return the user's puzzle rating, or null if there is no connection. */
export const myRating = (): Promise<PuzzleRating | null> =>
  request<PuzzleRating>('GET', '/puzzles/rating').catch(() => null);

/** Send the user's first try. A repeated request counts only once. Returns null if there is no connection. */
export async function sendTry({ id }: Puzzle, answer: Answer): Promise<AttemptAnswer | null> {
  const cid = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;
  for (let again = 2; again; again--) {
    try {
      return await request<AttemptAnswer>('POST', '/puzzles/attempts', { cid, puzzle: id, ...answer });
    } catch {
      // retry once; if the second request fails as well, the puzzle is not rated
    }
  }
  return null;
}
