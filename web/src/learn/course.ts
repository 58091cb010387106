/** Courses: the format of their positions, and the rules that the table widget applies to these. */

import { STANDARD, meldTexts, readTable, readTiles, type Law, type Meld, type Tile, type TileSet } from '../rules';
import type { CourseName } from './progress';

/**
 * The task: tiles to lay; a tile to draw, discard or declare with; or the number of tiles that must
 * be left on the rack.
 */
export interface Goal {
  readonly lay?: string;
  readonly did?: 'draw' | 'discard' | 'declare';
  readonly left?: number;
}

/**
 * A step to show or try: `table` and the melds after it, `draw`, `draw discard`, `draw trump`, or `discard` or
 * `declare` with a tile.
 */
export type Step = string;

/** A mistake, or a legal step that is not the task, with the key of the reply. */
export interface Try {
  /** The number of steps of the solution that come before this mistake. */
  readonly after?: number;
  readonly try: Step;
  readonly say: string;
  /** The code with which the referee would refuse it; tests check that. */
  readonly code?: string;
  readonly legal?: boolean;
}

export interface Position {
  readonly id: string;
  /** The expected time to solve the position. */
  readonly seconds: number;
  readonly table: string;
  readonly rack: string;
  readonly opened?: boolean;
  /** Games with discards: `draw` before a tile is drawn, `meld` after it. */
  readonly phase?: 'draw' | 'meld';
  /** The next tile in the pool, the discards and the trump. */
  readonly zones?: Readonly<Record<string, string>>;
  readonly goal: Goal;
  readonly show: readonly Step[];
  /** An arrow from a tile on the rack to a tile on the table. */
  readonly point?: readonly [string, string];
  /**
   * A text shown halfway through the task: once the tiles in `pile` are together, or once the step
   * `did` was taken.
   */
  readonly then?: { readonly pile?: string; readonly did?: string; readonly say: string };
  readonly tries: readonly Try[];
}

export interface Course {
  readonly ruleset: string;
  readonly points: number;
  readonly positions: readonly Position[];
}

const FILES: Readonly<Record<CourseName, () => Promise<unknown>>> = {
  basic: () => import('./courses/basic.json'),
  american: () => import('./courses/american.json'),
  international: () => import('./courses/international.json'),
};

export async function loadCourse(name: CourseName): Promise<Course> {
  return ((await FILES[name]()) as { default: Course }).default;
}

/** The tile set of a course. In games with discards, a 1 may be high. */
export const tilesFor = (course: Course): TileSet => ({ ...STANDARD, oneHigh: onlyAdds(course) });

/** True if melds on the table are only ever extended, as in games with discards. */
export const onlyAdds = ({ positions }: Course): boolean => positions.every(({ phase }) => phase !== undefined);

/** The rules for checking a position, as `lawOf` derives them from a ruleset. */
export const lawFor = (course: Course, { opened = true }: Position): Law => ({
  tiles: tilesFor(course),
  opening: opened ? null : { points: course.points, jokers: true },
  jokerMelds: 'locked',
  replaceFrom: 'rack',
  groupOfThree: 'any',
});

/** The tiles at the start of a position. */
export interface Start {
  readonly table: readonly Meld[];
  readonly rack: readonly Tile[];
  readonly zones: Readonly<Record<string, readonly Tile[]>>;
}

export function startOf(position: Position, set: TileSet): Start {
  const zones = Object.entries(position.zones ?? {}).map(([zone, tiles]) => [
    zone,
    readTiles(zone === 'pool' ? '?' : tiles, set),
  ]);
  return {
    table: readTable(position.table, set),
    rack: readTiles(position.rack, set),
    zones: Object.fromEntries(zones) as Start['zones'],
  };
}

/** The melds of a `table` step, each in notation. */
export const meldsOf = (step: Step): string[] => meldTexts(step.replace(/^table/, ''));

const prefix = ({ ruleset }: Course): string => (ruleset === 'sabra' ? '' : `${ruleset}.`);

/** The keys of a position's texts. */
export const textKey = (course: Course, { id }: Position, what: 'title' | 'text' | 'done'): string =>
  `${prefix(course)}${id}.${what}`;
export const titleKey = (course: Course, position: Position): string => textKey(course, position, 'title');
