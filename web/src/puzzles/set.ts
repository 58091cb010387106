/** The puzzles that come with the server, loaded part by part; a part that was loaded is kept. */

import type { Puzzle, Theme } from './puzzle';

export interface PuzzleSet {
  readonly count: number;
  readonly size: number;
  readonly daily: readonly [number, number];
  readonly parts: readonly {
    readonly r: readonly [number, number];
    readonly themes: Readonly<Partial<Record<Theme, number>>>;
  }[];
}

async function json<T>(path: string): Promise<T> {
  const response = await fetch(`/api/puzzles${path}`, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`puzzles: ${response.status}`);
  return (await response.json()) as T;
}

let index: Promise<PuzzleSet> | undefined;
const parts = new Map<number, Promise<readonly Puzzle[]>>();

/** What there is. */
export function loadSet(): Promise<PuzzleSet> {
  index ??= json<PuzzleSet>('');
  index.catch(() => (index = undefined));
  return index;
}

export function loadPart(part: number): Promise<readonly Puzzle[]> {
  let found = parts.get(part);
  if (!found) {
    found = json<{ puzzles: Puzzle[] }>(`/parts/${part}`).then(({ puzzles }) => puzzles);
    parts.set(part, found);
    found.catch(() => parts.delete(part));
  }
  return found;
}

/** The puzzle at a place of the set, from 0. */
export async function puzzleAt(place: number): Promise<Puzzle> {
  const { size } = await loadSet();
  return (await loadPart(Math.floor(place / size)))[place % size]!;
}

/** The parts in the order of how near their ratings are to this one. */
export function partsNear({ parts }: PuzzleSet, rating: number): number[] {
  const far = ([low, high]: readonly [number, number]): number => Math.max(low - rating, rating - high, 0);
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
  const { parts } = await json<PuzzleSet>('');
  for (let part = 0; part < parts.length; part++) await json(`/parts/${part}`);
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
