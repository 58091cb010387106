/** The evenings that this browser stores. */

import { store, storedText, storeText, stored } from '../device/stored';
import type { Count, Evening } from './evening';

/** A stored evening. */
export interface Kept {
  readonly id: string;
  readonly evening: Evening;
  /** Earlier versions of the counts, for undoing changes; the latest one is last. */
  readonly before: readonly (readonly Count[])[];
  /** The server's id of an evening shared with other phones, or an empty string. */
  readonly shared: string;
  /** The join code, or an empty string. */
  readonly code: string;
  /** True if this phone is the scorekeeper of a shared evening. */
  readonly keeps: boolean;
  /** True if the server that shares the evening does not have all of its changes. */
  readonly unsent: boolean;
}

const KEY = 'tilerummy.evenings';
/** The number of evenings that are stored, and of changes that can be undone. */
const MOST = 100;
const UNDO = 10;

const isKept = (each: unknown): each is Kept =>
  typeof (each as Kept | null)?.id === 'string' && Array.isArray((each as Kept).evening?.counts);

/** Return an evening with the fields that an older one does not have. */
const complete = (kept: Kept): Kept => ({
  ...kept,
  evening: Object.assign({ penalties: [], next_starter: null }, kept.evening),
});

/** Return all stored evenings, the latest first. */
export function keptEvenings(): readonly Kept[] {
  const found: unknown = stored<unknown>(KEY, []);
  return Array.isArray(found) ? found.filter(isKept).map(complete) : [];
}

export const keptEvening = (id: string): Kept | undefined => keptEvenings().find((each) => each.id === id);

/** The number of digits in a join code. */
export const DIGITS = 6;
/** Join codes, in addresses. */
export const CODE = new RegExp(`^[1-9]{${DIGITS}}$`);

/** Return the evening that this phone has joined with a code, if there is one. */
export const joinedEvening = (code: string): Kept | undefined => keptEvenings().find((each) => each.code === code);

/** Return the evening that has not ended yet, if there is one. */
export const openEvening = (): Kept | undefined => keptEvenings().find(({ evening }) => evening.ended === null);

/**
 * Store an evening. A new one comes first. Only the changes to this one can be undone. Returns whether the browser had
 * room for it.
 */
export function keep(kept: Kept): boolean {
  const all = keptEvenings().map((each): Kept => ({ ...each, before: [] }));
  const at = all.findIndex(({ id }) => id === kept.id);
  const next = { ...kept, before: kept.before.slice(-UNDO) };
  return store(KEY, (at < 0 ? [next, ...all] : all.with(at, next)).slice(0, MOST));
}

export const forget = (id: string): void =>
  void store(
    KEY,
    keptEvenings().filter((each) => each.id !== id),
  );

/** Return all evenings as JSON, without the changes that can be undone. */
export const exportedEvenings = (): string =>
  JSON.stringify(keptEvenings().map(({ id, evening }) => ({ id, evening })));

/**
 * Replace all evenings by exported ones, whose format has been checked. Returns a function that restores the old ones,
 * or null if the browser had no room for the new ones.
 */
export function importEvenings(exported: string): (() => void) | null {
  const before = storedText(KEY);
  const own = { before: [], shared: '', code: '', keeps: true, unsent: false };
  const evenings = (JSON.parse(exported) as Pick<Kept, 'id' | 'evening'>[]).map((each) => ({ ...own, ...each }));
  return store(KEY, evenings) ? () => void storeText(KEY, before) : null;
}

/** Return a new evening's id: 12 random letters and digits. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => (byte % 36).toString(36)).join('');
