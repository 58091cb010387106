/** The bundled puzzles. The set is split into several files, which are loaded and cached on demand. */

import { cached, request } from '../net/api';
import type { PuzzleIndex } from '../net/types/http';
import type { Puzzle } from './puzzle';

export type PuzzleSet = PuzzleIndex;

/** The index of all puzzles. */
export const loadSet = (): Promise<PuzzleSet> => cached<PuzzleSet>('/puzzles');

export const loadPart = (part: number): Promise<readonly Puzzle[]> =>
  cached<{ puzzles: Puzzle[] }>(`/puzzles/parts/${part}`).then(({ puzzles }) => puzzles);

/** The puzzle at an index, counting from 0. */
export async function puzzleAt(place: number): Promise<Puzzle> {
  const { size } = await loadSet();
  return (await loadPart(Math.floor(place / size)))[place % size]!;
}

/** The numbers of the set's files, sorted by the distance of their ratings from the given one. */
export function partsNear({ parts }: PuzzleSet, rating: number): number[] {
  const far = ([low = 0, high = 0]: readonly number[]): number => Math.max(low - rating, rating - high, 0);
  return parts.map((_, n) => n).sort((a, b) => far(parts[a]!.r) - far(parts[b]!.r) || a - b);
}

/**
 * A random puzzle with a rating close to the given one, or null if none matches. Throws if a file
 * of the set could not be loaded.
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

/** Make the service worker cache all puzzles for offline play. Throws if that fails. */
export async function cacheAll(): Promise<void> {
  await worker();
  // request again what was loaded before the worker was active
  const { parts } = await request<PuzzleSet>('GET', '/puzzles');
  for (let part = 0; part < parts.length; part++) await request('GET', `/puzzles/parts/${part}`);
}

const WORKER_MS = 15_000;

/** Wait until a service worker is in control. */
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
