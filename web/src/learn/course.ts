/** Courses: the format of their positions, and the rules that the table widget applies to them. */

import { STANDARD, meldTexts, readTable, readTiles, type Law, type Meld, type Tile, type TileSet } from '../rules';
import type { CourseName } from './progress';

/**
 * The task in a position: laying certain tiles, drawing, discarding, declaring, or leaving a certain number of tiles on
 * the rack.
 */
export interface Goal {
  readonly lay?: string;
  readonly did?: 'draw' | 'discard' | 'declare';
  readonly left?: number;
}

/**
 * A step in the solution or in a mistake. It is `table` followed by the melds that are then on the table, `draw`, `draw
 * discard`, `draw trump`, or `discard` or `declare` followed by a tile.
 */
export type Step = string;

/** A mistake, or a legal step that does not solve the task, with the key of the reply to it. */
export interface Try {
  /** The number of solution steps that must be taken before this mistake is possible. */
  readonly after?: number;
  readonly try: Step;
  readonly say: string;
  /** The referee's error code for this mistake, which tests check. */
  readonly code?: string;
  readonly legal?: boolean;
}

export interface Position {
  readonly id: string;
  /** The expected time to solve the position, in seconds. */
  readonly seconds: number;
  readonly table: string;
  readonly rack: string;
  readonly opened?: boolean;
  /** The phase of the turn in games with discards: `draw` before the player has drawn a tile, `meld` afterwards. */
  readonly phase?: 'draw' | 'meld';
  /** The tiles in each zone: the next tile in the pool, the discards, and the trump tile. */
  readonly zones?: Readonly<Record<string, string>>;
  readonly goal: Goal;
  readonly show: readonly Step[];
  /** The two tiles that the arrow connects: one on the rack and one on the table. */
  readonly point?: readonly [string, string];
  /**
   * The text to show halfway through the task, either once the tiles in `pile` have been put together or after the step
   * `did`.
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

/** Return the tile set for a course. In games with discards, a 1 may follow the highest number. */
export const tilesFor = (course: Course): TileSet => ({ ...STANDARD, oneHigh: onlyAdds(course) });

/** True in courses about games with discards, where tiles can be added to melds but not taken from them. */
export const onlyAdds = ({ positions }: Course): boolean => positions.every(({ phase }) => phase !== undefined);

/** Return the rules for checking a position, in the form that `lawOf` returns for a ruleset. */
export const lawFor = (course: Course, { opened = true }: Position): Law => ({
  tiles: tilesFor(course),
  opening: opened ? null : { points: course.points, jokers: true },
  jokerMelds: 'locked',
  replaceFrom: 'rack',
  groupOfThree: 'any',
  onlyAdds: onlyAdds(course),
});

/** The tiles on the table and on the rack at the start of a position. */
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

/** Return the melds in a `table` step, each written in notation. */
export const meldsOf = (step: Step): string[] => meldTexts(step.replace(/^table/, ''));

const prefix = ({ ruleset }: Course): string => (ruleset === 'sabra' ? '' : `${ruleset}.`);

/** Return the message key of one of a position's texts. */
export const textKey = (course: Course, { id }: Position, what: 'title' | 'text' | 'done'): string =>
  `${prefix(course)}${id}.${what}`;
export const titleKey = (course: Course, position: Position): string => textKey(course, position, 'title');
