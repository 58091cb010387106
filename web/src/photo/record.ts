/** An evening's record, photo by photo: positions that this browser stores, without the photos. */

import { bare, meldTexts, split, without } from '../rules';
import { store, stored } from '../device/stored';
import type { Position } from './position';

/** A recorded position. */
export interface Entry extends Position {
  /** When it was recorded, in milliseconds. */
  readonly at: number;
  readonly ruleset: string;
}

const KEY = 'tilerummy.photos';
const MOST = 200;

const isTime = (at: unknown): boolean => typeof at === 'number' && !Number.isNaN(new Date(at).getTime());
const isEntry = (each: unknown): each is Entry => {
  const { at, ruleset, table, rack } = (each ?? {}) as Partial<Record<keyof Entry, unknown>>;
  return isTime(at) && [ruleset, table, rack].every((text) => typeof text === 'string');
};

/** Return all recorded positions, the first one first. Each has a different time. */
export function recorded(): readonly Entry[] {
  const found = stored<unknown>(KEY, []);
  const entries = Array.isArray(found) ? found.filter(isEntry) : [];
  return [...new Map(entries.map((entry) => [entry.at, entry])).values()];
}

/** Record a position, unless it is the last one already. Returns whether the browser could store it. */
export function record(entry: Entry): boolean {
  const all = recorded();
  const last = all.at(-1);
  if (last && last.table === entry.table && last.rack === entry.rack) return true;
  return store(KEY, [...all, entry].slice(-MOST));
}

export const forget = (at: number): void =>
  void store(
    KEY,
    recorded().filter((each) => each.at !== at),
  );
export const forgetAll = (): void => void store(KEY, []);

/** The tiles of a table in notation. They may be from any tile set. */
const tilesIn = (table: string): string[] => meldTexts(table).flatMap((meld) => split(meld).map(bare));

/** The tiles that were added to a table since the position before, and those that left it. */
export function changes(before: Entry, now: Entry): { came: string[]; left: string[] } {
  const [earlier, later] = [tilesIn(before.table), tilesIn(now.table)];
  return { came: without(later, earlier), left: without(earlier, later) };
}

export const size = (table: string): number => tilesIn(table).length;
export const melds = (text: string): number => meldTexts(text).length;

/** Write all positions as text, one line for each photo. */
export const asText = (entries: readonly Entry[]): string =>
  entries
    .map(({ at, table, rack }) => `${new Date(at).toISOString()} ${table}${rack ? ` | rack ${rack}` : ''}`)
    .join('\n');
