/** The puzzles that the server provides. They are split into several files, each loaded on demand and then cached. */

import { cached, request } from '../net/api';
import type { PuzzleIndex } from '../net/types/http';
import type { Puzzle } from './puzzle';

export type PuzzleSet = PuzzleIndex;

/** Load the index of all puzzles, unless it has been loaded already. */
export const loadSet = (): Promise<PuzzleSet> => cached<PuzzleSet>('/puzzles');

export const loadPart = (part: number): Promise<readonly Puzzle[]> =>
  cached<{ puzzles: Puzzle[] }>(`/puzzles/parts/${part}`).then(({ puzzles }) => puzzles);

/** Return the puzzle with the given index, counting from 0. */
export async function puzzleAt(place: number): Promise<Puzzle> {
  const { size } = await loadSet();
  return (await loadPart(Math.floor(place / size)))[place % size]!;
}

/** Return the numbers of the puzzle files, starting with the file whose ratings are closest to *rating*. */
export function partsNear({ parts }: PuzzleSet, rating: number): number[] {
  const far = ([low = 0, high = 0]: readonly number[]): number => Math.max(low - rating, rating - high, 0);
  return parts.map((_, n) => n).sort((a, b) => far(parts[a]!.r) - far(parts[b]!.r) || a - b);
}

/**
 * Return a random puzzle that matches and has a rating close to *rating*, or null if no puzzle matches. Throws an
 * error if a file cannot be loaded.
 */
export async function puzzleNear(
  rating: number,
  matches: (puzzle: Puzzle) => boolean,
  rng = Math.random,
): Promise<Puzzle | null> {
  const failures: unknown[] = [];
  for (const part of partsNear(await loadSet(), rating)) {
    const found = await loadPart(part).catch((error: unknown) => (failures.push(error), []));
    const best = found.filter(matches).sort((a, b) => Math.abs(a.r - rating) - Math.abs(b.r - rating));
    if (best.length) return best[Math.floor(rng() * Math.min(best.length, 8))]!;
  }
  if (failures.length) throw failures[0];
  return null;
}

/**
 * Return a puzzle for a user with this *rating*: the one they have begun, if its id is given, otherwise a random one
 * that is new to them, or at least another one than *last*. Returns null if there is none.
 */
export async function ratedNear(
  rating: number,
  matches: (puzzle: Puzzle) => boolean,
  { begun, tried, last }: { begun: string; tried: ReadonlySet<string>; last: string | undefined },
): Promise<Puzzle | null> {
  const wanted = (right: (puzzle: Puzzle) => boolean): Promise<Puzzle | null> =>
    puzzleNear(rating, (each) => right(each) && matches(each)).catch(() => null);
  return (
    (begun && !tried.has(begun) ? await wanted(({ id }) => id === begun) : null) ??
    (await wanted(({ id }) => !tried.has(id))) ??
    puzzleNear(rating, (each) => each.id !== last && matches(each))
  );
}

/** Load all puzzles, so that the service worker caches them for offline play. Throws if they cannot be loaded. */
export async function cacheAll(): Promise<void> {
  await worker();
  // request these files again, because the service worker has not cached responses from before it became active
  const { parts } = await request<PuzzleSet>('GET', '/puzzles');
  for (let part = 0; part < parts.length; part++) await request('GET', `/puzzles/parts/${part}`);
}

const WORKER_MS = 15_000;

/** Wait until a service worker controls this client. */
async function worker(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) throw new Error('no service worker');
  const there = new Promise<void>((done) => {
    if (serviceWorker.controller) done();
    else serviceWorker.addEventListener('controllerchange', () => done(), { once: true });
  });
  await Promise.race([
    there,
    new Promise((_, fail) => setTimeout(() => fail(new Error('no service worker')), WORKER_MS)),
  ]);
}
