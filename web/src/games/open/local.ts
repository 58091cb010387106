/** Records that the user opened in this browser. They are stored only here, and only until they are removed. */

import { store, stored } from '../../device/stored';

const KEY = 'tilerummy.records';
const PREFIX = 'local-';
/**
 * The maximum total size of all records, in characters. If it is exceeded, the oldest records are removed first, except
 * those that the user has chosen to keep.
 */
export const ROOM = 2_000_000;

export interface LocalRecord {
  readonly id: string;
  /** The record's name in the list: its file name, or its first line. */
  readonly name: string;
  readonly text: string;
  readonly at: number;
  readonly kept: boolean;
}

export const isLocal = (id: string): boolean => id.startsWith(PREFIX);

/** Return all records stored in this browser, newest first. */
export function localRecords(): LocalRecord[] {
  const found: unknown = stored(KEY, []);
  return Array.isArray(found) ? found.filter(isRecord) : [];
}

const isRecord = (each: unknown): each is LocalRecord =>
  typeof each === 'object' &&
  each !== null &&
  ['id', 'name', 'text'].every((key) => typeof (each as Record<string, unknown>)[key] === 'string');

export const recordOf = (id: string): LocalRecord | undefined => localRecords().find((each) => each.id === id);

/** Store a record. If the records marked as kept leave too little space, store nothing and return null. */
export function addRecord(record: Omit<LocalRecord, 'id' | 'kept'>): LocalRecord | null {
  const known = localRecords().find(({ text }) => text === record.text);
  if (known) return known;
  const added = {
    ...record,
    id: `${PREFIX}${record.at.toString(36)}${Math.random().toString(36).slice(2, 6)}`,
    kept: false,
  };
  const rest = localRecords();
  const size = (): number => rest.reduce((sum, { text }) => sum + text.length, added.text.length);
  while (size() > ROOM) {
    const oldest = rest.findLastIndex(({ kept }) => !kept);
    if (oldest < 0) return null;
    rest.splice(oldest, 1);
  }
  return store(KEY, [added, ...rest]) ? added : null;
}

export const keepRecord = (id: string, kept: boolean): boolean =>
  store(
    KEY,
    localRecords().map((each) => (each.id === id ? { ...each, kept } : each)),
  );

export const removeRecord = (id: string): boolean =>
  store(
    KEY,
    localRecords().filter((each) => each.id !== id),
  );
