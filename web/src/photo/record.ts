/** The record of an evening, photo by photo: positions that this browser stores, without the photos. */

import { meldTexts, split, without, type Tile, type TileSet } from '../rules';
import { readLoose } from '../rules/piles';
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

const isEntry = (each: unknown): each is Entry => {
  const { at, ruleset, table, rack } = (each ?? {}) as Partial<Record<keyof Entry, unknown>>;
  return typeof at === 'number' && [ruleset, table, rack].every((text) => typeof text === 'string');
};

/** Return all recorded positions, the first one first. */
export function recorded(): readonly Entry[] {
  const found = stored<unknown>(KEY, []);
  return Array.isArray(found) ? found.filter(isEntry) : [];
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

/** The tiles that came to a table since the position before, and those that left it. */
export function changes(before: Entry | undefined, now: Entry, set: TileSet): { came: Tile[]; left: Tile[] } {
  const tiles = (entry: Entry | undefined): Tile[] => (entry ? readLoose(entry.table, set) : []);
  return { came: without(tiles(now), tiles(before)), left: without(tiles(before), tiles(now)) };
}

export const size = (text: string): number => split(text.replace(/\//g, ' ')).length;
export const melds = (text: string): number => meldTexts(text).length;

/** Write all positions as text, one line for each photo. */
export const asText = (entries: readonly Entry[]): string =>
  entries
    .map(({ at, table, rack }) => `${new Date(at).toISOString()} ${table}${rack ? ` | rack ${rack}` : ''}`)
    .join('\n');
