/** The settings of the widget's zones, and the callbacks with which it notifies its owner. */

import type { Meld, Tile } from '../rules';

/** The mode of the widget: building a play, preparing one during other players' turns, or watching. */
export type Mode = 'play' | 'ghost' | 'look';

/**
 * The moves that a zone allows: `play` moves its tiles into melds, `ask` requests a tile from the
 * owner, `drop` accepts tiles dropped on it.
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

/** The widget's callbacks. They report codes, which the owner translates into text. */
export interface Hooks {
  readonly change: () => void;
  readonly show: () => void;
  readonly announce: (code: string, params: Readonly<Record<string, unknown>>) => void;
  readonly ask: (question: Question) => void;
  readonly select: () => void;
  readonly zone: (zone: string, act: 'take' | 'drop', tiles: readonly Tile[]) => void;
}
