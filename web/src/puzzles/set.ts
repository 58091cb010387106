/** The puzzles that come with the server, loaded part by part; a part that was loaded is kept. */

import { cached, request } from '../net/api';
import type { PuzzleIndex } from '../net/types/http';
import type { Puzzle } from './puzzle';

export type PuzzleSet = PuzzleIndex;

/** What there is. */
export const loadSet = (): Promise<PuzzleSet> => cached<PuzzleSet>('/puzzles');

export const loadPart = (part: number): Promise<readonly Puzzle[]> =>
  cached<{ puzzles: Puzzle[] }>(`/puzzles/parts/${part}`).then(({ puzzles }) => puzzles);

/** The puzzle at a place of the set, from 0. */
export async function puzzleAt(place: number): Promise<Puzzle> {
  const { size } = await loadSet();
  return (await loadPart(Math.floor(place / size)))[place % size]!;
}

/** The parts in the order of how near their ratings are to this one. */
export function partsNear({ parts }: PuzzleSet, rating: number): number[] {
  const far = ([low = 0, high = 0]: readonly number[]): number => Math.max(low - rating, rating - high, 0);
  return parts.map((_, n) => n).sort((a, b) => far(parts[a]!.r) - far(parts[b]!.r) || a - b);
}

/** One of the puzzles with that rating, about; null if there is none that is wanted. Raises where some could not be loaded. */
export async function near(
  rating: number,
  wanted: (puzzle: Puzzle) => boolean,
  chance = Math.random,
): Promise<Puzzle | null> {
  const failures: unknown[] = [];
  for (const part of partsNear(await loadSet(), rating)) {
    const found = await loadPart(part).catch((error: unknown) => (failures.push(error), []));
    const best = found.filter(wanted).sort((a, b) => Math.abs(a.r - rating) - Math.abs(b.r - rating));
    if (best.length) return best[Math.floor(chance() * Math.min(best.length, 8))]!;
  }
  if (failures.length) throw failures[0];
  return null;
}

/** Let the service worker keep the whole set, for when there is no connection; raises where it does not work. */
export async function keepAll(): Promise<void> {
  await worker();
  // what was asked for before the worker was there is asked for again
  const { parts } = await request<PuzzleSet>('GET', '/puzzles');
  for (let part = 0; part < parts.length; part++) await request('GET', `/puzzles/parts/${part}`);
}

const WORKER_MS = 15_000;

/** Wait for the service worker by which the page asks. */
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
