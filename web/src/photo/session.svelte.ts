/** The current photos with their tiles, and the user's changes to them. */

import { STANDARD, type Tile, type TileSet } from '../rules';
import type { Reading } from './reading';
import type { ReadPhoto } from './read';
import type { Problem } from './reader/decode';
import * as position from './position';
import type { Found, Gap } from './position';

/** A photo with its tiles. The photo itself never leaves the browser. */
export interface Shot {
  /** The address of the photo within this page. */
  readonly url: string;
  readonly reading: Reading;
  readonly found: Found;
}

/** The position to correct: a tile, or a gap with a missed tile. */
export type Target = { readonly id: number } | { readonly gap: Gap };

/** Why a photo could not be read: its file is not a picture or too large, or the reader cannot be loaded. */
export type Failure = Problem | 'reader';

export class Session {
  set: TileSet = $state.raw(STANDARD);
  /** The photo or, if two are compared, the one before the play and the one after it. */
  shots = $state.raw<readonly Shot[]>([]);
  /** The index of the photo that is shown. If it does not exist, it is about to be taken. */
  at = $state.raw(0);
  /** The part of a new photo that has been read, from 0 to 1, or null. */
  progress = $state.raw<number | null>(null);
  failure = $state.raw<Failure | null>(null);
  target = $state.raw<Target | null>(null);
  private past = $state.raw<readonly (readonly Shot[])[]>([]);
  private stop: AbortController | null = null;

  constructor(
    /** Reads photos on this device. */
    readonly read: ReadPhoto,
  ) {}

  /** The photo that is shown. */
  get shot(): Shot {
    return this.shots[this.at]!;
  }

  get found(): Found {
    return this.shot.found;
  }

  /** Read a photo, unless its *known* reading is given. Resolves to whether it has been read. */
  async take(photo: Blob, known?: Reading): Promise<boolean> {
    this.cancel();
    const stop = (this.stop = new AbortController());
    const progress = (share: number): void => {
      if (!stop.signal.aborted) this.progress = share;
    };
    this.progress = known ? null : 0;
    this.failure = null;
    try {
      const reading = known ?? (await this.read(photo, progress, stop.signal));
      if (stop.signal.aborted) return false;
      const shot = { url: URL.createObjectURL(photo), reading, found: position.found(reading, this.set) };
      if (this.shots[this.at]) URL.revokeObjectURL(this.shot.url);
      this.shots = this.at < this.shots.length ? this.shots.with(this.at, shot) : [...this.shots, shot];
      this.past = [];
      this.target = null;
      return true;
    } catch (error) {
      if (!stop.signal.aborted) this.failure = problemOf(error) ?? 'reader';
      return false;
    } finally {
      if (this.stop === stop) this.progress = null;
    }
  }

  /** Stop reading a photo. */
  cancel(): void {
    this.stop?.abort();
    this.stop = null;
    this.progress = null;
  }

  /** Use another tile set, which may change how the photos are read. */
  useSet(set: TileSet): void {
    if (JSON.stringify(set) === JSON.stringify(this.set)) return;
    this.set = set;
    this.shots = this.shots.map((shot) => ({ ...shot, found: position.readAgain(shot.found, shot.reading, set) }));
    this.past = [];
  }

  /** Show one of the photos. Only changes to the photo that is shown can be undone. */
  show(at: number): void {
    if (at !== this.at) this.past = [];
    this.at = at;
    this.target = null;
    this.failure = null;
  }

  /** Remove the photo after the play. */
  onlyBefore(): void {
    this.cancel();
    for (const { url } of this.shots.slice(1)) URL.revokeObjectURL(url);
    this.shots = this.shots.slice(0, 1);
    this.past = [];
    this.show(0);
  }

  /** Remove all photos. */
  clear(): void {
    this.cancel();
    for (const { url } of this.shots) URL.revokeObjectURL(url);
    this.shots = [];
    this.past = [];
    this.show(0);
  }

  /** Change the tiles of the photo so that this can be undone. */
  change(how: (found: Found) => Found): void {
    const found = how(this.found);
    if (found === this.found) return;
    this.past = [...this.past, this.shots];
    this.shots = this.shots.with(this.at, { ...this.shot, found });
  }

  get undoable(): boolean {
    return this.past.length > 0;
  }

  undo(): void {
    const shots = this.past.at(-1);
    if (!shots) return;
    this.past = this.past.slice(0, -1);
    this.shots = shots;
    this.target = null;
  }

  /** Set the tile at the target. A tile that was missed is added and becomes the target. */
  choose(tile: Tile): void {
    const { target } = this;
    if (!target) return;
    if ('id' in target) return this.change((found) => position.choose(found, target.id, tile));
    this.change((found) => position.add(found, target.gap, tile));
    this.target = { id: Math.max(...position.allTiles(this.found).map(({ id }) => id)) };
  }
}

/** Return the problem of a PhotoError. Its class is loaded along with the reader. */
const problemOf = (error: unknown): Problem | undefined => (error as { problem?: Problem } | undefined)?.problem;
