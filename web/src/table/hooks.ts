/** The settings of the widget's zones, and the callbacks to its owner. */

import type { Meld, Tile } from '../rules';

/** Building a play, preparing one during other players' turns, or only watching. */
export type Mode = 'play' | 'ghost' | 'look';

/** The moves that a zone allows: `play` its tiles into melds, `ask` the owner for one; `drop` tiles on it. */
export interface Zone {
  readonly take?: 'play' | 'ask';
  readonly drop?: boolean;
}

export interface Question {
  readonly key: number;
  readonly melds: readonly Meld[];
  readonly answer: (meld: Meld) => void;
}

/** The callbacks of the widget; the owner translates codes into text. */
export interface Hooks {
  readonly change: () => void;
  readonly show: () => void;
  readonly announce: (code: string, params: Readonly<Record<string, unknown>>) => void;
  readonly ask: (question: Question) => void;
  readonly select: () => void;
  readonly zone: (zone: string, act: 'take' | 'drop', tiles: readonly Tile[]) => void;
}
