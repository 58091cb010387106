/** The player's puzzle rating, which is stored on the server, and the first tries that are not rated yet. */

import { request } from '../net/api';
import { isTransient, retry } from '../net/retry';
import type { AttemptAnswer, PuzzleAttempt, PuzzleRating } from '../net/types/http';
import { store, stored } from '../device/stored';
import type { Answer } from './solving.svelte';
import type { Puzzle } from './puzzle';

const KEY = 'tilerummy.puzzles.unrated';
const MAX_UNRATED = 20;

/** The rating that the server gives to a user without any attempts. */
export const FIRST_RATING: PuzzleRating = { points: 1000, deviation: 350, provisional: true, attempts: 0 };

/** Return the user's puzzle rating, or null if there is no connection. */
export const myRating = (): Promise<PuzzleRating | null> =>
  request<PuzzleRating>('GET', '/puzzles/rating').catch(() => null);

const unrated = (): readonly PuzzleAttempt[] => {
  const found = stored<unknown>(KEY, []);
  return Array.isArray(found) ? found : [];
};

/** Store the user's first try at a puzzle until {@link rateTries} has sent it. */
export function storeUnrated({ id }: Puzzle, answer: Answer): void {
  const cid = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;
  store(KEY, [...unrated(), { cid, puzzle: id, ...answer }].slice(-MAX_UNRATED));
}

/** Called with a try's result, or null if the server rejected it. */
type OnRated = (puzzle: string, result: AttemptAnswer | null) => void;

/**
 * Send the stored tries, and repeat this until the server has rated them. It rates each try only once, however
 * often it is sent. Returns a function that stops the repetition.
 */
export const rateTries = (onrated: OnRated): (() => void) =>
  retry(
    () => sendAll(onrated),
    () => {},
    () => {},
  );

async function sendAll(onrated: OnRated): Promise<void> {
  const failures: unknown[] = [];
  for (const attempt of unrated()) {
    let result: AttemptAnswer | null = null;
    try {
      result = await request<AttemptAnswer>('POST', '/puzzles/attempts', attempt);
    } catch (error) {
      if (isTransient(error)) {
        failures.push(error);
        continue;
      }
    }
    store(
      KEY,
      unrated().filter(({ cid }) => cid !== attempt.cid),
    );
    onrated(attempt.puzzle, result);
  }
  if (failures.length) throw failures[0];
}
