/** A course: its positions as their file has them, and the law that the widget judges them by. */

import { STANDARD, meldTexts, readTable, readTiles, type Law, type Meld, type Tile, type TileSet } from '../rules';
import type { CourseName } from './progress';

/** What the reader has to do: lay tiles, draw, discard or declare, keep so many tiles. */
export interface Goal {
  readonly lay?: string;
  readonly did?: 'draw' | 'discard' | 'declare';
  readonly left?: number;
}

/**
 * A step that can be shown or tried: `table` and the melds after it, `draw`, `draw discard`,
 * `draw trump`, `discard` or `declare` and a tile.
 */
export type Step = string;

/** Something that goes wrong, or is allowed but not what was asked for, and what is said then. */
export interface Try {
  /** How many of the steps that are shown come before it. */
  readonly after?: number;
  readonly try: Step;
  readonly say: string;
  /** The code of the refusal; tests hold the referee to it. */
  readonly code?: string;
  readonly legal?: boolean;
}

export interface Position {
  readonly id: string;
  /** How long it should take. */
  readonly seconds: number;
  readonly table: string;
  readonly rack: string;
  readonly opened?: boolean;
  /** Where tiles are discarded: `draw` before a tile is drawn, `meld` after it. */
  readonly phase?: 'draw' | 'meld';
  /** What lies in the pool (the tile that comes next), the discards and the trump. */
  readonly zones?: Readonly<Record<string, string>>;
  readonly goal: Goal;
  readonly show: readonly Step[];
  /** From which tile of the rack to which tile of the table an arrow points. */
  readonly point?: readonly [string, string];
  /** What is said once these tiles lie together, or once that was done. */
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

/** The tiles of a course: where turns end with a discard a 1 may be high. */
export const tilesFor = (course: Course): TileSet => ({ ...STANDARD, oneHigh: onlyAdds(course) });

/** Whether melds on the table are only added to: where turns end with a discard. */
export const onlyAdds = ({ positions }: Course): boolean => positions.every(({ phase }) => phase !== undefined);

/** The law of a position, as `lawOf` would have it for the ruleset. */
export const lawFor = (course: Course, { opened = true }: Position): Law => ({
  tiles: tilesFor(course),
  opening: opened ? null : { points: course.points, jokers: true },
  jokerMelds: 'locked',
  replaceFrom: 'rack',
  groupOfThree: 'any',
});

/** What lies in a position at its beginning. */
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

/** The codes of a position's texts. */
export const textKey = (course: Course, { id }: Position, what: 'title' | 'text' | 'done'): string =>
  `${prefix(course)}${id}.${what}`;
export const titleKey = (course: Course, position: Position): string => textKey(course, position, 'title');
