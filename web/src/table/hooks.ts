/** Settings for the widget's zones, and the callbacks that the widget uses to notify its owner. */

import type { Meld, Tile } from '../rules';
import type { Keep } from './layout/layout';

/**
 * The mode of the widget: `play` to build a play, `ghost` to prepare a play during other players' turns, or `look` to
 * watch only.
 */
export type Mode = 'play' | 'ghost' | 'look';

/**
 * The moves that a zone allows. `take` is `play` if the zone's tiles may be moved into melds, or `ask` if a tap on the
 * zone requests a tile from the owner. `drop` is true if tiles may be dropped on the zone.
 */
export interface Zone {
  readonly take?: 'play' | 'ask';
  readonly drop?: boolean;
}

export interface Question {
  readonly key: number;
  readonly melds: readonly Meld[];
  readonly answer: (meld: Meld) => void;
}

/** Stores the layout as text, so that the next widget for this table continues it. */
export interface LayoutMemory {
  readonly load: () => string | null;
  readonly save: (text: string) => void;
  /** Lays out the melds. If this is missing, the stored layout is continued. */
  readonly lay?: Keep | undefined;
}

/** The widget's callbacks. They pass codes, which the owner translates to text. */
export interface Hooks {
  readonly memory?: LayoutMemory | undefined;
  readonly change: () => void;
  readonly show: () => void;
  readonly announce: (code: string, params: Readonly<Record<string, unknown>>) => void;
  readonly ask: (question: Question) => void;
  readonly select: () => void;
  readonly zone: (zone: string, act: 'take' | 'drop', tiles: readonly Tile[]) => void;
}
